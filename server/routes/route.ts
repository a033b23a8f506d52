import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  BASE_PATHS,
  type BodyOf,
  type Endpoint,
  type ParamsOf,
  type QueryOf,
} from '../../src/contract/endpoint.ts';
import type { Credential, PlayerSession } from '../accounts/sign-in/sessions.ts';
import type { App } from '../http/serve.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call of the contract that a route answers. */
    endpoint?: Endpoint;
  }
}

/** A request as its endpoint's handler gets it: read by the contract, from who may make it. */
export type EndpointRequest<E extends Endpoint> = FastifyRequest & {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
} & (E['who'] extends 'player' ? { session: PlayerSession } : unknown) &
  (E['who'] extends 'round' ? { credential: Credential } : unknown);

type Handler<E extends Endpoint> = (
  request: EndpointRequest<E>,
  reply: FastifyReply,
) => Promise<unknown>;

/** Where an endpoint's bodies are larger than others. */
type Limits = { bodyLimit?: number };

/** Answers an endpoint by its schemas; `admit` has let in only who may call it. */
export function route<E extends Endpoint>(
  app: App,
  endpoint: E,
  handler: Handler<E>,
  limits: Limits = {},
): void {
  const { method, base = 'product', path, query, body, reply, replyAs } = endpoint;
  const address = `${BASE_PATHS[base]}${path}`;
  const options = {
    ...limits,
    method,
    config: { endpoint },
    schema: {
      ...(query && { querystring: query }),
      ...(body && { body }),
      ...(replyAs === undefined && { response: { 200: reply } }),
    },
    handler: (request: FastifyRequest, response: FastifyReply) =>
      handler(request as EndpointRequest<E>, response),
  };
  app.route({ ...options, url: address });
  // Whoever writes to an API by hand leaves a last slash out.
  if (address.endsWith('/')) app.route({ ...options, url: address.slice(0, -1) });
}
