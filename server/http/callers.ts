import type { FastifyRequest } from 'fastify';
import { ROUND_CREDENTIAL } from '../../src/contract/envelope.ts';
import type { Sign } from '../crypto/signatures.ts';
import { ownerOf } from '../crypto/tokens.ts';
import { countedAddress } from './counted-address.ts';

/** Of somebody who shows ended tokens without end the oldest are forgotten. */
const MOST_ENDED = 100_000;
const endedTokens = new Set<string>();

/**
 * Who calls, as far as can be told before anything is read: a player by a token that we have given
 * them, somebody with another one or one that is known to have ended, or an address alone.
 */
export type Caller = { by: 'player' | 'unknown-token' | 'address'; name: string };

export function callerOf(request: FastifyRequest, sign: Sign): Caller {
  const token = credentialOf(request, 'Bearer');
  const playerId = token === null || endedTokens.has(token) ? null : ownerOf(sign, token);
  if (playerId !== null) return { by: 'player', name: `player ${playerId}` };
  const isShown = request.headers.authorization !== undefined;
  const by = isShown ? 'unknown-token' : 'address';
  // Results that come by their rounds' own secrets must not wait behind made-up tokens.
  const scheme = credentialOf(request, ROUND_CREDENTIAL) === null ? '' : ROUND_CREDENTIAL;
  return { by, name: `${by} ${scheme} ${countedAddress(request)}` };
}

/**
 * Remembers that the session of a token is over: whoever still holds it, as of a lost phone, uses up
 * nothing of what its player has.
 */
export function noteEnded(sign: Sign, token: string): void {
  if (ownerOf(sign, token) === null) return;
  endedTokens.add(token);
  if (endedTokens.size <= MOST_ENDED) return;
  for (const oldest of endedTokens) {
    endedTokens.delete(oldest);
    return;
  }
}

/** What a call shows under a scheme of `Authorization`, or `null`. */
export function credentialOf(request: FastifyRequest, scheme: string): string | null {
  const [name, value, ...rest] = (request.headers.authorization ?? '').split(' ');
  if (name?.toLowerCase() !== scheme.toLowerCase() || rest.length > 0) return null;
  return value === undefined || value === '' ? null : value;
}
