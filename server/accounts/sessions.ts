import { createHash, randomBytes } from 'node:crypto';
import { DAY_MS } from '../../src/rules/calendar.ts';
import type { Db, Trx } from '../database/tables.ts';
import type { Game } from '../game.ts';

const TOKEN_BYTES = 32;
const SESSION_LIFE_MS = 60 * DAY_MS;
/** From this age on, a reply brings a fresh token; the old one lives on (decision 38). */
const TOKEN_FRESH_MS = 7 * DAY_MS;
/** How many sign-ins of one player last side by side: the newest. */
export const SESSIONS_PER_PLAYER = 20;

/** Who is asking: the player, and the token they came with. */
export type Session = { playerId: number; family: string; token: string; isStale: boolean };

/** Opens a session and gives its token; only the token's hash is kept. */
export async function openSession(db: Db, playerId: number, now: number): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const opened = { playerId, family: hashOf(token) };
  await keepToken(db, opened, token, now);
  await endOldest(db, opened);
  return token;
}

/** The session of a token, or `null` when it is none or has run out. */
export async function readSession(db: Db, token: string, now: number): Promise<Session | null> {
  const row = await db
    .selectFrom('sessions')
    .select(['player_id', 'family', 'created_at'])
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', new Date(now))
    .executeTakeFirst();
  if (!row) return null;
  const isStale = now - row.created_at.getTime() > TOKEN_FRESH_MS;
  return { playerId: row.player_id, family: row.family, token, isStale };
}

/**
 * The token a reply brings: the one that was presented, or its successor when that has aged. A
 * token has one successor, however many replies that bring it are lost.
 */
export async function tokenFor(
  { db, sign, now }: Pick<Game, 'db' | 'sign' | 'now'>,
  session: Session,
): Promise<string> {
  if (!session.isStale) return session.token;
  const successor = sign('session', session.token);
  return db.transaction().execute(async (trx) => {
    // A family that ends meanwhile must not live on in a successor.
    if (!(await lockFamily(trx, session))) return session.token;
    await keepToken(trx, session, successor, now());
    return successor;
  });
}

/** Ends a sign-in: its token, and all tokens that replaced one another since. */
export async function endSession(db: Db, { family }: Pick<Session, 'family'>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockFamily(trx, { family });
    await trx.deleteFrom('sessions').where('family', '=', family).execute();
  });
}

/** Ends every session of a player; gives how many sign-ins that were. */
export async function endSessionsOf(db: Db, playerId: number): Promise<number> {
  const families = await db
    .selectFrom('sessions')
    .select('family')
    .distinct()
    .where('player_id', '=', playerId)
    .execute();
  for (const { family } of families) await endSession(db, { family });
  return families.length;
}

/** Holds a family until the transaction ends; `false` when it has ended. */
async function lockFamily(trx: Trx, { family }: Pick<Session, 'family'>): Promise<boolean> {
  const rows = await trx
    .selectFrom('sessions')
    .select('token_hash')
    .where('family', '=', family)
    .orderBy('token_hash')
    .forUpdate()
    .execute();
  return rows.length > 0;
}

async function keepToken(
  db: Db,
  { playerId, family }: Pick<Session, 'playerId' | 'family'>,
  token: string,
  now: number,
): Promise<void> {
  await db
    .insertInto('sessions')
    .values({
      token_hash: hashOf(token),
      player_id: playerId,
      family,
      created_at: new Date(now),
      expires_at: new Date(now + SESSION_LIFE_MS),
    })
    .onConflict((conflict) => conflict.column('token_hash').doNothing())
    .execute();
}

/** Ends the sign-ins of a player beyond the newest ones; one is as new as its newest token. */
async function endOldest(db: Db, { playerId, family }: Pick<Session, 'playerId' | 'family'>) {
  const older = db
    .selectFrom('sessions')
    .select('family')
    .where('player_id', '=', playerId)
    .where('family', '!=', family)
    .groupBy('family')
    .orderBy(({ fn }) => fn.max('created_at'), 'desc')
    .offset(SESSIONS_PER_PLAYER - 1);
  await db.deleteFrom('sessions').where('family', 'in', older).execute();
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
