import { createHash, randomBytes } from 'node:crypto';
import { DAY_MS } from '../../src/rules/calendar.ts';
import type { Db } from '../database/tables.ts';

const TOKEN_BYTES = 32;
const SESSION_LIFE_MS = 60 * DAY_MS;
/** From this age on, a reply brings a fresh token; the old one lives on (decision 38). */
const TOKEN_FRESH_MS = 7 * DAY_MS;

/** Who is asking: the player, and the token they came with. */
export type Session = { playerId: number; token: string; isStale: boolean };

/** Opens a session and gives its token; only the token's hash is kept. */
export async function openSession(db: Db, playerId: number, now: number): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  await db
    .insertInto('sessions')
    .values({
      token_hash: hashOf(token),
      player_id: playerId,
      created_at: new Date(now),
      expires_at: new Date(now + SESSION_LIFE_MS),
    })
    .execute();
  return token;
}

/** The session of a token, or `null` when it is none or has run out. */
export async function readSession(db: Db, token: string, now: number): Promise<Session | null> {
  const row = await db
    .selectFrom('sessions')
    .select(['player_id', 'created_at'])
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', new Date(now))
    .executeTakeFirst();
  if (!row) return null;
  const isStale = now - row.created_at.getTime() > TOKEN_FRESH_MS;
  return { playerId: row.player_id, token, isStale };
}

/** The token a reply brings: the one that was presented, or a fresh one when that has aged. */
export async function tokenFor(db: Db, session: Session, now: number): Promise<string> {
  return session.isStale ? openSession(db, session.playerId, now) : session.token;
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
