import type { FastifyRequest, RouteOptions } from 'fastify';
import { ROUND_CREDENTIAL } from '../../src/contract/envelope.ts';
import { callerOf, credentialOf, noteEnded } from '../http/callers.ts';
import { Refusal } from '../http/errors.ts';
import type { Services } from '../services.ts';
import { deviceOf } from './device.ts';
import { noteDevice, type PlayerSession, readSession } from './sessions.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is asking, where the endpoint is for players. */
    session: PlayerSession | null;
    /** What is shown, where the endpoint takes a round's own credential too. */
    credential: Credential | null;
  }
}

export type Credential = { session: PlayerSession } | { roundSecret: string };

/**
 * A hook for each endpoint: its calls are let in only from who may make them, before their body is
 * read. Whose number a call is about (`number`) its handler checks.
 */
export function admit(services: Services) {
  return (route: RouteOptions): void => {
    const who = route.config?.endpoint?.who;
    if (who === 'player') {
      route.onRequest = async (request: FastifyRequest) => {
        request.session = await findSession(services, request);
        if (request.session === null) throw signInRefusal();
      };
    } else if (who === 'round') {
      route.onRequest = async (request: FastifyRequest) => {
        request.credential = await readCredential(services, request);
      };
    } else if (who !== undefined) {
      // It is counted as its player's all the same: one that has ended is so once.
      route.onRequest = async (request: FastifyRequest) => {
        if (callerOf(request, services.sign).by === 'player') await findSession(services, request);
      };
    }
  };
}

async function readCredential(services: Services, request: FastifyRequest): Promise<Credential> {
  const roundSecret = credentialOf(request, ROUND_CREDENTIAL);
  if (roundSecret !== null) return { roundSecret };
  const session = await findSession(services, request);
  if (session === null) throw signInRefusal();
  return { session };
}

/** The session of the token that a call shows, or `null`. */
export async function findSession(
  services: Pick<Services, 'db' | 'sign' | 'now'>,
  request: FastifyRequest,
): Promise<PlayerSession | null> {
  const token = credentialOf(request, 'Bearer');
  if (token === null) return null;
  const session = await readSession(services.db, token, services.now());
  if (session === null) noteEnded(services.sign, token);
  if (session?.device === null) {
    const device = deviceOf(request.headers['user-agent']);
    // A label alone: the next call notes it.
    await noteDevice(services.db, session, device).catch((error: unknown) => {
      request.log.warn({ err: error }, 'the device of a sign-in could not be noted');
    });
  }
  return session;
}

export function signInRefusal(): Refusal {
  return new Refusal(401, 'session/required', 'Please Login');
}
