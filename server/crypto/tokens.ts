import { randomBytes } from 'node:crypto';
import { isSameText } from './hash.ts';
import type { Sign } from './signatures.ts';

const OWNER_BYTES = 8;
const SECRET_BYTES = 16;
/**
 * The mark may be short, since it opens nothing: a caller who forged one would only be counted as a player.
 */
const MARK_BYTES = 8;
const TOKEN = /^[\w-]{43}$/;

/**
 * Makes the token of a session. It holds the player's id, a secret, and a mark by which invented tokens are
 * recognized before anything is read from the database (ADR-0034).
 */
export function newToken(sign: Sign, playerId: number): string {
  return marked(sign, stated(playerId, randomBytes(SECRET_BYTES)));
}

/** Gives the token that replaces another one. It is always the same for the same token. */
export function successorOf(sign: Sign, playerId: number, token: string): string {
  const secret = Buffer.from(sign('session', token), 'base64url').subarray(0, SECRET_BYTES);
  return marked(sign, stated(playerId, secret));
}

/**
 * Gives the player that a token was made for, even if its session is over; `null` for a token that we never
 * made.
 */
export function ownerOf(sign: Sign, token: string): number | null {
  if (!TOKEN.test(token)) return null;
  const bytes = Buffer.from(token, 'base64url').subarray(0, OWNER_BYTES + SECRET_BYTES);
  return isSameText(marked(sign, bytes), token) ? Number(bytes.readBigUInt64BE()) : null;
}

function stated(playerId: number, secret: Buffer): Buffer {
  const owner = Buffer.alloc(OWNER_BYTES);
  owner.writeBigUInt64BE(BigInt(playerId));
  return Buffer.concat([owner, secret]);
}

function marked(sign: Sign, bytes: Buffer): string {
  const mark = Buffer.from(sign('token', bytes.toString('base64url')), 'base64url');
  return Buffer.concat([bytes, mark.subarray(0, MARK_BYTES)]).toString('base64url');
}
