import type { FastifyRequest } from 'fastify';
import { ROUND_CREDENTIAL } from '../../src/contract/envelope.ts';
import { Refusal } from '../http/errors.ts';
import type { Services } from '../services.ts';
import { type PlayerSession, readSession } from './sessions.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is asking, where the route asks for it. */
    session: PlayerSession | null;
  }
}

/** What a call shows: a player's session, or a round's own credential. */
export type Credential = { session: PlayerSession } | { roundSecret: string };

/** A hook for routes that only a signed-in player may call; runs before the body is read. */
export function signedIn(services: Services) {
  return async (request: FastifyRequest): Promise<void> => {
    request.session = await findSession(services, request);
    if (request.session === null) throw signInRefusal();
  };
}

/** The session that the hook `signedIn` has found. */
export function sessionOf(request: FastifyRequest): PlayerSession {
  if (request.session === null) throw signInRefusal();
  return request.session;
}

/** What a call shows, session or round secret; refused when it shows neither. */
export async function readCredential(
  services: Services,
  request: FastifyRequest,
): Promise<Credential> {
  const roundSecret = credentialOf(request, ROUND_CREDENTIAL);
  if (roundSecret !== null) return { roundSecret };
  const session = await findSession(services, request);
  if (session === null) throw signInRefusal();
  return { session };
}

/** The session of the token that a call shows, or `null`. */
export async function findSession(
  services: Pick<Services, 'db' | 'now'>,
  request: FastifyRequest,
): Promise<PlayerSession | null> {
  const token = credentialOf(request, 'Bearer');
  return token === null ? null : readSession(services.db, token, services.now());
}

/** What a call shows under a scheme of `Authorization`, or `null`. */
export function credentialOf(request: FastifyRequest, scheme: string): string | null {
  const [name, value, ...rest] = (request.headers.authorization ?? '').split(' ');
  if (name?.toLowerCase() !== scheme.toLowerCase() || rest.length > 0) return null;
  return value === undefined || value === '' ? null : value;
}

/** The refusal of a call that shows no token, or a false one. */
export function signInRefusal(): Refusal {
  return new Refusal(401, 'session/required', 'Please Login');
}
