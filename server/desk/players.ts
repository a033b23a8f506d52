import { type SqlBool, sql } from 'kysely';
import { formatNumber } from '../../src/rules/numbers.ts';
import { readTypedPhone } from '../../src/rules/phone.ts';
import { findPlayer, liftLocks, lock, lockUndeleted, readPhone } from '../accounts/players.ts';
import { deletePictures } from '../accounts/profile/picture.ts';
import { closeReports, readNickname } from '../accounts/profile/profile.ts';
import { readSignIns } from '../accounts/sign-in/sessions.ts';
import type { Db, Trx } from '../database/tables.ts';
import { readPassbook } from '../payments/reads.ts';
import { findOperator, logChange } from './operators.ts';
import { type Desk, DeskError } from './socket.ts';

const FOUND_MAX = 20;
const ROUNDS_MAX = 50;
const WHOLE_NUMBER = /^\d{1,15}$/;

/** Finds players by phone, by id, or by the beginning of their nickname or username. */
export async function findPlayers(db: Db, word: string): Promise<string[]> {
  const typed = readTypedPhone(word);
  const phone = 'phone' in typed ? typed.phone : word;
  const begins = (column: 'nickname' | 'username') =>
    sql<SqlBool>`starts_with(normalize(lower(${sql.ref(column)})), ${word.normalize('NFC').toLowerCase()})`;
  const found = await db
    .selectFrom('players')
    .select(['id', 'phone', 'nickname', 'username', 'network', 'created_at', 'deleted_at'])
    .where((eb) =>
      eb.or([
        eb('phone', '=', phone),
        ...(WHOLE_NUMBER.test(word) ? [eb('id', '=', Number(word))] : []),
        begins('nickname'),
        begins('username'),
      ]),
    )
    .orderBy('id')
    .limit(FOUND_MAX + 1)
    .execute();
  if (found.length === 0) return ['Nobody is found'];
  const lines = found.slice(0, FOUND_MAX).map((one) => {
    const { id, phone, nickname, username, network, created_at, deleted_at } = one;
    const until = deleted_at === null ? '' : `, deleted ${deleted_at.toISOString()}`;
    const name = username === nickname ? nickname : `${nickname} (${username})`;
    return `${id} ${phone} ${name}, ${network}, since ${created_at.toISOString()}${until}`;
  });
  return found.length > FOUND_MAX ? [...lines, '… and more: type more of the name'] : lines;
}

/** A page of the movements of a player's coins, newest first, with the balance after each. */
export async function showPassbook(
  { db, now }: Pick<Desk, 'db' | 'now'>,
  who: string,
  before: string | null,
): Promise<string[]> {
  if (before !== null && !WHOLE_NUMBER.test(before)) {
    throw new DeskError('A page begins before a number that the last page has told');
  }
  const playerId = await findByWord(db, who);
  const from = before === null ? null : Number(before);
  const { rows, next } = await readPassbook(db, playerId, from, now());
  if (rows.length === 0) return ['No coins have moved'];
  const lines = rows.map(({ at, coins, balance, reason, round, reference }) => {
    const about = round?.id ?? reference;
    const change = `${coins > 0 ? '+' : '-'}${formatNumber(Math.abs(coins))}`;
    return `${at} ${change} = ${formatNumber(balance)} ${reason}${about ? ` ${about}` : ''}`;
  });
  return next === null ? lines : [...lines, `Older: players passbook ${who} ${next}`];
}

/** A player's newest rounds and runs of Millionaire Rush, with their results. */
export async function showRounds(db: Db, who: string): Promise<string[]> {
  const playerId = await findByWord(db, who);
  const rounds = await db
    .selectFrom('rounds')
    .select(['id', 'category_id', 'level', 'state', 'issued_at', 'result', 'flags'])
    .where('player_id', '=', playerId)
    .orderBy('issued_at', 'desc')
    .limit(ROUNDS_MAX)
    .execute();
  const runs = await db
    .selectFrom('rush_runs')
    .select(['id', 'state', 'ended', 'opened_at', 'points', 'flags'])
    .where('player_id', '=', playerId)
    .orderBy('opened_at', 'desc')
    .limit(ROUNDS_MAX)
    .execute();
  const flagged = (flags: readonly string[]) =>
    flags.length === 0 ? '' : `; flags: ${flags.join(', ')}`;
  const all = [
    ...rounds.map(({ id, category_id, level, state, issued_at, result, flags }) => {
      const brought = result === null ? '' : `, ${result.points} points, ${result.coins} coins`;
      const what = `round ${id} ${category_id}, ${level}: ${state}${brought}`;
      return { at: issued_at, line: `${what}${flagged(flags)}` };
    }),
    ...runs.map(({ id, state, ended, opened_at, points, flags }) => {
      const end = ended === null ? '' : `, ${ended}`;
      const what = `run ${id}: ${state}${end}, ${points} points`;
      return { at: opened_at, line: `${what}${flagged(flags)}` };
    }),
  ].toSorted((one, other) => other.at.getTime() - one.at.getTime());
  if (all.length === 0) return ['Nothing was played'];
  return all.slice(0, ROUNDS_MAX).map(({ at, line }) => `${at.toISOString()} ${line}`);
}

/** A player's valid sign-ins, newest first. */
export async function showSignIns(
  { db, now }: Pick<Desk, 'db' | 'now'>,
  who: string,
): Promise<string[]> {
  const playerId = await findByWord(db, who);
  const all = await readSignIns(db, { playerId, family: '' }, now());
  if (all.length === 0) return ['The player is signed in nowhere'];
  return all.map(({ signedInAt, device }) => `${signedInAt} ${device ?? 'an unknown device'}`);
}

/** A player, by phone or id, and the reason for the log. */
type PlayerChange = { who: string; why: string; key: string | null };

type Work = (trx: Trx, playerId: number) => Promise<string>;

/** Deletes a player's pictures and locks the choice of a new one. Throws DeskError if there is no picture. */
export function hidePicture(desk: Pick<Desk, 'db' | 'now'>, change: PlayerChange): Promise<string> {
  const work: Work = async (trx, playerId) => {
    if (!(await deletePictures(trx, playerId))) throw new DeskError('The player has no picture');
    await lock(trx, playerId, 'picture', desk.now());
    return 'The picture is deleted';
  };
  return changePlayer(desk, 'players hide-picture', change, closing(desk, work));
}

/** Gives a player another nickname and locks the choice of a new one. Throws Refusal `name/invalid`. */
export function renamePlayer(
  desk: Pick<Desk, 'db' | 'now'>,
  change: PlayerChange,
  name: string,
): Promise<string> {
  const nickname = readNickname(name);
  const work: Work = async (trx, playerId) => {
    const before = await trx
      .selectFrom('players')
      .select('nickname')
      .where('id', '=', playerId)
      .executeTakeFirstOrThrow();
    await trx.updateTable('players').set({ nickname }).where('id', '=', playerId).execute();
    await lock(trx, playerId, 'name', desk.now());
    return `${before.nickname} is now called ${nickname}`;
  };
  return changePlayer(desk, 'players rename', change, closing(desk, work));
}

/** Closes the reports about a player and changes nothing else. Throws DeskError if none is open. */
export function seeReports(desk: Pick<Desk, 'db' | 'now'>, change: PlayerChange): Promise<string> {
  return changePlayer(desk, 'players seen', change, async (trx, playerId) => {
    if ((await closeReports(trx, playerId, desk.now())) > 0) return 'The reports are closed';
    throw new DeskError('Nothing is reported of the player');
  });
}

/** Lets a player choose picture and nickname again. Throws DeskError if nothing is locked. */
export function liftPlayer(desk: Pick<Desk, 'db' | 'now'>, change: PlayerChange): Promise<string> {
  return changePlayer(desk, 'players lift', change, async (trx, playerId) => {
    if (await liftLocks(trx, playerId, desk.now())) return 'The player may choose again';
    throw new DeskError('Nothing is locked for the player');
  });
}

/** Gives a change of a player that also closes the reports about them. */
function closing({ now }: Pick<Desk, 'now'>, work: Work): Work {
  return async (trx, playerId) => {
    const done = await work(trx, playerId);
    await closeReports(trx, playerId, now());
    return done;
  };
}

/** Makes an operator's change to a player, whose row is locked, and logs it. Throws DeskError. */
export async function changePlayer(
  { db, now }: Pick<Desk, 'db' | 'now'>,
  command: string,
  { who, why, key }: PlayerChange,
  work: Work,
): Promise<string> {
  const operator = await findOperator(db, key);
  const playerId = await findByWord(db, who);
  return db.transaction().execute(async (trx) => {
    if (!(await lockUndeleted(trx, playerId))) throw noPlayer();
    const done = await work(trx, playerId);
    await logChange(trx, operator, { command, reference: String(playerId), why }, now());
    return done;
  });
}

/**
 * Finds a player by phone or id. The two can be told apart because ids have fewer digits than phone numbers.
 */
export async function findByWord(db: Db, who: string): Promise<number> {
  if (!/^\d{1,9}$/.test(who)) {
    const playerId = await findPlayer(db, readPhone(who));
    if (playerId !== null) return playerId;
    throw new DeskError('There is no account with this phone number');
  }
  const row = await db
    .selectFrom('players')
    .select('id')
    .where('id', '=', Number(who))
    .executeTakeFirst();
  if (!row) throw noPlayer();
  return row.id;
}

export function noPlayer(): DeskError {
  return new DeskError('There is no player with this id');
}
