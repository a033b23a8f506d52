import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { DAY_MS } from '../../src/rules/calendar.ts';
import { sha256 } from '../crypto/hash.ts';
import type { Db, Trx } from '../database/tables.ts';
import type { Services } from '../services.ts';

const TOKEN_BYTES = 32;
const SESSION_LIFE_MS = 60 * DAY_MS;
/** From this age on, a reply brings a fresh token; the old one lives on (flows.md#tokens). */
const TOKEN_FRESH_MS = 7 * DAY_MS;
/** How many sign-ins of one player last side by side: the newest. */
export const SESSIONS_PER_PLAYER = 20;

/** Who is asking: the player, and the token they came with. */
export type PlayerSession = { playerId: number; family: string; token: string; isStale: boolean };

/** Opens a session and gives its token; only the token's hash is kept. */
export async function openSession(db: Db, playerId: number, now: number): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const opened = { playerId, family: sha256(token) };
  await db.transaction().execute(async (trx) => {
    await lockSessions(trx, playerId);
    await keepToken(trx, opened, token, now);
    await endOldest(trx, opened);
  });
  return token;
}

/** The session of a token, or `null` when it is none or has run out. */
export async function readSession(
  db: Db,
  token: string,
  now: number,
): Promise<PlayerSession | null> {
  const row = await db
    .selectFrom('sessions')
    .select(['player_id', 'family', 'created_at'])
    .where('token_hash', '=', sha256(token))
    .where('expires_at', '>', new Date(now))
    .executeTakeFirst();
  if (!row) return null;
  const isStale = now - row.created_at.getTime() > TOKEN_FRESH_MS;
  return { playerId: row.player_id, family: row.family, token, isStale };
}

/** The token or, when it has aged, its one successor, however many replies with it are lost. */
export async function tokenFor(
  { db, sign, now }: Pick<Services, 'db' | 'sign' | 'now'>,
  session: PlayerSession,
): Promise<string> {
  if (!session.isStale) return session.token;
  const successor = sign('session', session.token);
  return db.transaction().execute(async (trx) => {
    await lockSessions(trx, session.playerId);
    // A family that has ended meanwhile must not live on in a successor.
    if (!(await isAlive(trx, session))) return session.token;
    await keepToken(trx, session, successor, now());
    return successor;
  });
}

/** Ends a sign-in: its token, and all tokens that replaced one another since. */
export async function endSession(
  db: Db,
  { playerId, family }: Pick<PlayerSession, 'playerId' | 'family'>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockSessions(trx, playerId);
    await trx.deleteFrom('sessions').where('family', '=', family).execute();
  });
}

/** Ends every session of a player; gives how many sign-ins that were. */
export async function endSessionsOf(db: Db, playerId: number): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await lockSessions(trx, playerId);
    const ended = await trx
      .deleteFrom('sessions')
      .where('player_id', '=', playerId)
      .returning('family')
      .execute();
    return new Set(ended.map(({ family }) => family)).size;
  });
}

/**
 * Lets one player's sessions wait in turn until the transaction ends: locks of single rows would be
 * taken in as many orders as there are ways to find them.
 */
async function lockSessions(trx: Trx, playerId: number): Promise<void> {
  const name = `sessions of player ${playerId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);
}

async function isAlive(trx: Trx, { family }: Pick<PlayerSession, 'family'>): Promise<boolean> {
  const row = await trx
    .selectFrom('sessions')
    .select('token_hash')
    .where('family', '=', family)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

async function keepToken(
  trx: Trx,
  { playerId, family }: Pick<PlayerSession, 'playerId' | 'family'>,
  token: string,
  now: number,
): Promise<void> {
  await trx
    .insertInto('sessions')
    .values({
      token_hash: sha256(token),
      player_id: playerId,
      family,
      created_at: new Date(now),
      expires_at: new Date(now + SESSION_LIFE_MS),
    })
    .onConflict((conflict) => conflict.column('token_hash').doNothing())
    .execute();
}

/** Ends the sign-ins of a player beyond the newest ones; one is as new as its newest token. */
async function endOldest(
  trx: Trx,
  { playerId, family }: Pick<PlayerSession, 'playerId' | 'family'>,
) {
  const older = trx
    .selectFrom('sessions')
    .select('family')
    .where('player_id', '=', playerId)
    .where('family', '!=', family)
    .groupBy('family')
    .orderBy(({ fn }) => fn.max('created_at'), 'desc')
    .offset(SESSIONS_PER_PLAYER - 1);
  await trx.deleteFrom('sessions').where('family', 'in', older).execute();
}
