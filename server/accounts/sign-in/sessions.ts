import Bowser from 'bowser';
import type { FastifyRequest } from 'fastify';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { type Pool, poolOf } from '../../../src/rules/networks.ts';
import { sha256 } from '../../crypto/hash.ts';
import { openSignatures } from '../../crypto/signatures.ts';
import { newToken, successorOf } from '../../crypto/tokens.ts';
import { lockText } from '../../database/locks.ts';
import type { Db, Trx } from '../../database/tables.ts';
import { credentialOf, noteEnded } from '../../http/callers.ts';
import { Refusal } from '../../http/serve.ts';
import type { Services } from '../../services.ts';
import { REPEAT_MS } from './proofs.ts';

const TOKEN_LIFE_MS = 60 * DAY_MS;
/**
 * A session ends after this time, however often its token is renewed, because a lost or shared phone must not
 * stay signed in.
 */
const SESSION_LIFE_MS = 90 * DAY_MS;
/**
 * Once a token is older than this, replies bring a new token. The old token stays valid (account.md#tokens).
 */
const TOKEN_FRESH_MS = 7 * DAY_MS;
/** The stored time when a player was last seen (`seen_at`) may be too old by this much. */
export const SEEN_WITHIN_MS = TOKEN_FRESH_MS;
/** The number of sign-ins that a player can have at a time. A further sign-in ends the oldest. */
export const SESSIONS_PER_PLAYER = 20;

/** A player's session: the player, and the token that their call brought. */
export type PlayerSession = {
  playerId: number;
  /** The player's number as it is stored, and the pool of their boards (game.md#pools). */
  phone: string;
  pool: Pool;
  family: string;
  token: string;
  isStale: boolean;
  /** The time of the sign-in, in epoch milliseconds. */
  provedAt: number;
  /** The name of the device; `null` until a call has shown it. */
  device: string | null;
};

/** Opens a session and gives its token; only the token's hash is kept. */
export async function openSession(db: Db, playerId: number, now: number): Promise<string> {
  return (await logIn(db, playerId, now)).token;
}

/**
 * Opens a session. `isRepeat` is true if the player signed in a moment before, for example by a call whose
 * reply was lost.
 */
export async function logIn(
  db: Db,
  playerId: number,
  now: number,
): Promise<{ token: string; isRepeat: boolean }> {
  const token = newToken(await openSignatures(db), playerId);
  const opened = { playerId, family: sha256(token), provedAt: now, device: null };
  const isRepeat = await db.transaction().execute(async (trx) => {
    await lockSessions(trx, playerId);
    const before = await trx
      .selectFrom('sessions')
      .select('family')
      .where('player_id', '=', playerId)
      .where('proved_at', '>', new Date(now - REPEAT_MS))
      .limit(1)
      .executeTakeFirst();
    await keepToken(trx, opened, token, now);
    await endOldest(trx, opened);
    return before !== undefined;
  });
  return { token, isRepeat };
}

/** The session of a token; `null` if the token is unknown or has expired. */
export async function readSession(
  db: Db,
  token: string,
  now: number,
): Promise<PlayerSession | null> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('players', 'players.id', 'sessions.player_id')
    .select(['player_id', 'family', 'sessions.created_at', 'proved_at', 'device'])
    .select(['players.phone', 'players.network'])
    .where('token_hash', '=', sha256(token))
    .where('expires_at', '>', new Date(now))
    .executeTakeFirst();
  if (!row) return null;
  const isStale = now - row.created_at.getTime() > TOKEN_FRESH_MS;
  const { player_id: playerId, phone, network, family, proved_at, device } = row;
  const player = { playerId, phone, pool: poolOf(network) };
  return { ...player, family, token, isStale, provedAt: proved_at.getTime(), device };
}

/** Stores the name of a sign-in's device. */
async function noteDevice(
  db: Db,
  { family }: Pick<PlayerSession, 'family'>,
  device: string,
): Promise<void> {
  await db.updateTable('sessions').set({ device }).where('family', '=', family).execute();
}

/**
 * Gives the session's token, or its successor if the token is old. A token has only one successor, however
 * many replies with it are lost.
 */
export async function tokenFor(
  { db, sign, now }: Pick<Services, 'db' | 'sign' | 'now'>,
  session: PlayerSession,
): Promise<string> {
  if (!session.isStale) return session.token;
  const successor = successorOf(sign, session.playerId, session.token);
  return db.transaction().execute(async (trx) => {
    await lockSessions(trx, session.playerId);
    // A sign-in that was ended meanwhile must not get a new token.
    if (!(await isAlive(trx, session))) return session.token;
    await keepToken(trx, session, successor, now());
    return successor;
  });
}

/** Ends a sign-in, with all tokens that replaced one another in it. */
export async function endSession(
  db: Db,
  { playerId, family }: Pick<PlayerSession, 'playerId' | 'family'>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockSessions(trx, playerId);
    await trx.deleteFrom('sessions').where('family', '=', family).execute();
  });
}

/** Ends all sign-ins of a player except the present one. Gives the number of sign-ins that it ended. */
export async function endOtherSessions(
  db: Db,
  { playerId, family }: Pick<PlayerSession, 'playerId' | 'family'>,
): Promise<number> {
  return db.transaction().execute((trx) => endSessionsIn(trx, playerId, family));
}

/**
 * Ends a player's sign-ins except `kept`, within the caller's transaction. Gives the number of sign-ins that
 * it ended.
 */
export async function endSessionsIn(trx: Trx, playerId: number, kept?: string): Promise<number> {
  await lockSessions(trx, playerId);
  const ended = await trx
    .deleteFrom('sessions')
    .where('player_id', '=', playerId)
    .$if(kept !== undefined, (query) => query.where('family', '!=', String(kept)))
    .returning('family')
    .execute();
  return new Set(ended.map(({ family }) => family)).size;
}

/** A sign-in of a player: its time, its device, and whether the present call belongs to it. */
type SignIn = { signedInAt: string; isCurrent: boolean; device: string | null };

/** A player's valid sign-ins, the newest first. */
export async function readSignIns(
  db: Db,
  { playerId, family }: Pick<PlayerSession, 'playerId' | 'family'>,
  now: number,
): Promise<SignIn[]> {
  const rows = await db
    .selectFrom('sessions')
    .select('family')
    .select(({ fn }) => [
      fn.min<Date>('proved_at').as('signed_in_at'),
      fn.max('device').as('device'),
    ])
    .where('player_id', '=', playerId)
    .where('expires_at', '>', new Date(now))
    .groupBy('family')
    .orderBy('signed_in_at', 'desc')
    .execute();
  return rows.map((row) => ({
    signedInAt: new Date(row.signed_in_at).toISOString(),
    isCurrent: row.family === family,
    device: row.device || null,
  }));
}

/**
 * Whether a player signed in within this many ms. A token that replaced another keeps the time of the
 * sign-in.
 */
export const signedInWithin = (
  { provedAt }: Pick<PlayerSession, 'provedAt'>,
  ms: number,
  now: number,
): boolean => now - provedAt <= ms;

/**
 * Locks a player's sessions until the transaction ends. Locks of single rows could deadlock, because each
 * statement would take them in its own order.
 */
async function lockSessions(trx: Trx, playerId: number): Promise<void> {
  await lockText(trx, `sessions of player ${playerId}`);
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

/** Stores a token. Throws Refusal 401 `session/required` if the account was deleted meanwhile. */
async function keepToken(
  trx: Trx,
  {
    playerId,
    family,
    provedAt,
    device,
  }: Pick<PlayerSession, 'playerId' | 'family' | 'provedAt' | 'device'>,
  token: string,
  now: number,
): Promise<void> {
  const seen = await trx
    .updateTable('players')
    .set({ seen_at: new Date(now) })
    .where('id', '=', playerId)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!seen) throw signInRefusal();
  await trx
    .insertInto('sessions')
    .values({
      token_hash: sha256(token),
      player_id: playerId,
      family,
      created_at: new Date(now),
      expires_at: new Date(Math.min(now + TOKEN_LIFE_MS, provedAt + SESSION_LIFE_MS)),
      proved_at: new Date(provedAt),
      device,
    })
    .onConflict((conflict) => conflict.column('token_hash').doNothing())
    .execute();
}

/** Ends a player's oldest sign-ins beyond the limit. The age of a sign-in is the age of its newest token. */
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

const BROWSERS = new Set<string>(Object.values(Bowser.BROWSER_MAP));
const SYSTEMS = new Set<string>(Object.values(Bowser.OS_MAP));

/**
 * The device's name as its player sees it, such as 'Chrome on Android', from the user agent; '' if it is
 * unknown.
 */
export function deviceOf(userAgent: string | undefined): string {
  if (!userAgent) return '';
  const { browser, os } = Bowser.parse(userAgent.slice(0, 500));
  // Only known names are used, because Bowser returns unknown names as the client sent them.
  const known = [knownOf(BROWSERS, browser.name), knownOf(SYSTEMS, os.name)];
  return known.filter(Boolean).join(' on ');
}

const knownOf = (known: Set<string>, name = ''): string => (known.has(name) ? name : '');

declare module 'fastify' {
  interface FastifyRequest {
    /** The player's session, if the endpoint is for players. */
    session: PlayerSession | null;
    /** The credential of the call, if the endpoint also takes a round's own credential. */
    credential: Credential | null;
  }
}

export type Credential = { session: PlayerSession } | { roundSecret: string };

/** Finds the session of the token that a call brings; `null` if there is no such session. */
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
    // The device is only a label for the player: if this fails, the next call stores it.
    await noteDevice(services.db, session, device).catch((error: unknown) => {
      request.log.warn({ err: error }, 'the device of a sign-in could not be noted');
    });
  }
  return session;
}

export function signInRefusal(): Refusal {
  return new Refusal(401, 'session/required', 'Please Login');
}
