import { type SqlBool, sql } from 'kysely';
import { formatNumber } from '../../src/rules/numbers.ts';
import { readTypedPhone } from '../../src/rules/phone.ts';
import { readSignIns } from '../accounts/sessions.ts';
import type { Db } from '../database/tables.ts';
import { readPassbook } from '../payments/passbook.ts';
import { type Desk, DeskError } from './desk.ts';
import { findByWord } from './players.ts';

const FOUND_MAX = 20;
const ROUNDS_MAX = 50;
const WHOLE_NUMBER = /^\d{1,15}$/;

/** Players by phone, by id, or by how their nickname or username begins. */
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

/** What moved a player's coins, the newest first, a page at a time, with the balance after each. */
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

/** A player's newest rounds and runs of Millionaire Rush, and what they brought. */
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

/** A player's sign-ins that last, the newest first. */
export async function showSignIns(
  { db, now }: Pick<Desk, 'db' | 'now'>,
  who: string,
): Promise<string[]> {
  const playerId = await findByWord(db, who);
  const all = await readSignIns(db, { playerId, family: '' }, now());
  if (all.length === 0) return ['The player is signed in nowhere'];
  return all.map(({ signedInAt, device }) => `${signedInAt} ${device ?? 'an unknown device'}`);
}
