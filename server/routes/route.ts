import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  BASE_PATHS,
  type BodyOf,
  type Endpoint,
  type ParamsOf,
  type QueryOf,
} from '../../src/contract/endpoint.ts';
import { ROUND_CREDENTIAL } from '../../src/contract/envelope.ts';
import { readUser } from '../accounts/players.ts';
import {
  type Credential,
  findSession,
  type PlayerSession,
  signInRefusal,
  tokenFor,
} from '../accounts/sign-in/sessions.ts';
import type { Trx } from '../database/tables.ts';
import { callerOf, credentialOf } from '../http/callers.ts';
import { callOf, once } from '../http/idempotency.ts';
import type { App } from '../http/serve.ts';
import type { Services } from '../services.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call of the contract that a route answers. */
    endpoint?: Endpoint;
  }
  interface FastifyRequest {
    /** Does the call's work once; `null` if the endpoint is not a player's, or not keyed. */
    once: Once | null;
  }
}

/** A request as its endpoint's handler gets it. The contract has read it, and its caller may make it. */
export type EndpointRequest<E extends Endpoint> = FastifyRequest & {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
} & (E['who'] extends 'player' ? { session: PlayerSession } : unknown) &
  (E['who'] extends 'round' ? { credential: Credential } : unknown) &
  (E extends { who: 'player'; effect: 'keyed' } ? { once: Once } : unknown);

/**
 * Does the call's work once for its player and its key, in one transaction. A repeat gets the first result
 * (`once` of `http/idempotency.ts`). A handler that asks a provider in between uses `callOf` and
 * `keptReply` itself.
 */
type Once = <Result extends Record<string, unknown>>(
  work: (trx: Trx) => Promise<Result>,
) => Promise<Result>;

type Handler<E extends Endpoint> = (
  request: EndpointRequest<E>,
  reply: FastifyReply,
) => Promise<unknown>;

/** The limits of an endpoint whose bodies are larger than those of other endpoints. */
type Limits = { bodyLimit?: number };

/**
 * Answers an endpoint as the contract describes it. It lets in only callers who may call it, reads query
 * and body by their schemas, checks the reply by its schema, and gives a player's keyed call its `once`. A
 * handler refuses by throwing a `Refusal` with one of the endpoint's codes, which `handleError` of
 * `http/serve.ts` sends.
 */
export function route<E extends Endpoint>(
  app: App,
  services: Services,
  endpoint: E,
  handler: Handler<E>,
  limits: Limits = {},
): void {
  const { method, base = 'product', path, who, effect, query, body, reply, replyAs } = endpoint;
  const address = `${BASE_PATHS[base]}${path}`;
  const options = {
    ...limits,
    method,
    config: { endpoint },
    // The caller is checked before the body is read.
    onRequest: (request: FastifyRequest) => admit(services, who, request),
    schema: {
      ...(query && { querystring: query }),
      ...(body && { body }),
      ...(replyAs === undefined && { response: { 200: reply } }),
    },
    handler: (request: FastifyRequest, response: FastifyReply) => {
      const { session } = request;
      if (who === 'player' && effect === 'keyed' && session !== null) {
        request.once = (work) =>
          once(services, callOf(request, `player ${session.playerId}`), work);
      }
      return handler(request as EndpointRequest<E>, response);
    },
  };
  app.route({ ...options, url: address });
  // A person who writes an address by hand leaves out its last slash.
  if (address.endsWith('/')) app.route({ ...options, url: address.slice(0, -1) });
}

/**
 * Lets a call in, or throws Refusal 401 `session/required`. If the endpoint is for a `number`, its handler
 * checks whose number it is.
 */
async function admit(
  services: Services,
  who: Endpoint['who'],
  request: FastifyRequest,
): Promise<void> {
  if (who === 'player') request.session = await requireSession(services, request);
  else if (who === 'round') request.credential = await readCredential(services, request);
  // A call with a player's token counts as the player's here too, so that an ended token is noted as ended.
  else if (callerOf(request, services.sign).by === 'player') await findSession(services, request);
}

async function readCredential(services: Services, request: FastifyRequest): Promise<Credential> {
  const roundSecret = credentialOf(request, ROUND_CREDENTIAL);
  if (roundSecret !== null) return { roundSecret };
  return { session: await requireSession(services, request) };
}

async function requireSession(services: Services, request: FastifyRequest): Promise<PlayerSession> {
  const session = await findSession(services, request);
  if (session === null) throw signInRefusal();
  return session;
}

/** The reply to a successful call: the player as they are now, and the token for their next calls. */
export async function userReply(services: Services, session: PlayerSession) {
  const user = await readUser(services.db, session.playerId, services.now());
  return {
    status: true as const,
    data: { user },
    meta: { token: await tokenFor(services, session) },
  };
}
