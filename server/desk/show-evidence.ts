import { sql } from 'kysely';
import { DAY_MS, lagosDate, weekOf } from '../../src/rules/calendar.ts';
import { LEVELS, type Level } from '../../src/rules/levels.ts';
import type { Db } from '../database/tables.ts';
import { accountSharers } from '../prizes/account-sharers.ts';
import { sumOf, type Tally } from '../rounds/likelihood.ts';
import { freshByLevel, type PlayedRound, readPlayed } from '../rounds/played.ts';
import { mean } from '../rounds/signs.ts';
import type { Desk } from './desk.ts';
import { findByWord } from './players.ts';

const WEEKS_SHOWN = 5;
const ROUNDS_SHOWN = 100;
const HOUR_MS = 3_600_000;

/** All that a person needs who decides about a player's prizes, the newest first (operations.md#evidence). */
export async function showEvidence(
  { db, now }: Pick<Desk, 'db' | 'now'>,
  who: string,
): Promise<string[]> {
  const id = await findByWord(db, who);
  const { nickname, phone } = await db
    .selectFrom('players')
    .select(['nickname', 'phone'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return [
    `${nickname}, player ${id}, ${phone}`,
    ...(await section('Prizes', prizesOf(db, id))),
    ...(await section('Bank account', sharersOf(db, id))),
    ...(await section('Proof rounds', proofsOf(db, id))),
    ...(await section('Weeks', weeksOf(db, id, now()))),
    ...(await section('Flagged rounds', flaggedOf(db, id))),
    ...(await section('Runs of Millionaire Rush', runsOf(db, id))),
  ];
}

async function section(title: string, reading: Promise<string[]>): Promise<string[]> {
  const lines = await reading;
  return ['', title, ...(lines.length > 0 ? lines : ['none']).map((line) => `  ${line}`)];
}

async function prizesOf(db: Db, playerId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('payouts')
    .select(['reference', 'board', 'period_start', 'place', 'state', 'reasons', 'released'])
    .where('player_id', '=', playerId)
    .orderBy('made_at', 'desc')
    .execute();
  return rows.map(({ reference, board, period_start, place, state, reasons, released }) => {
    const held = state === 'held' ? ` by ${reasons.join(', ')}` : '';
    const passed = released.length > 0 ? `, let pass: ${released.join(', ')}` : '';
    const period = lagosDate(period_start.getTime());
    return `${reference} ${board} of ${period}, place ${place}: ${state}${held}${passed}`;
  });
}

async function sharersOf(db: Db, playerId: number): Promise<string[]> {
  const sharers = await accountSharers(db, playerId);
  return sharers.map(({ playerId: other, shared: [...signs] }) =>
    signs[0] === 'account'
      ? `player ${other} has or had this account too`
      : `player ${other} has one in the same name, and shares: ${signs.join(', ')}`,
  );
}

async function proofsOf(db: Db, playerId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('proof_rounds')
    .selectAll()
    .where('player_id', '=', playerId)
    .orderBy('asked_at', 'desc')
    .execute();
  return rows.flatMap(({ asked_at, why, claim, state, result, round, flags }) => {
    const lines = [
      `asked ${asked_at.toISOString()}: ${state} (${why})`,
      ...claim.map(
        ({ questions, level, timerMs, past }) =>
          `  ${questions} ${level}, ${timerMs / 1000} s each: what won has ${ofTally(past)} right`,
      ),
    ];
    if (result) {
      const chance = `${percent(result.likelihood)} of such players have as few`;
      lines.push(`  ${ofTally(result)} right: ${chance}`);
    }
    if (round) lines.push(`  seconds: ${round.rows.map(({ ms }) => seconds(ms)).join(' ')}`);
    return [...lines, ...flags.map((flag) => `  ${flag}`)];
  });
}

async function weeksOf(db: Db, playerId: number, now: number): Promise<string[]> {
  const lines: string[] = [];
  for (let back = 0; back < WEEKS_SHOWN; back += 1) {
    const week = weekOf(now - 7 * back * DAY_MS);
    const played = await readPlayed(db, playerId, week);
    const isOfWeek = ({ issuedAt }: PlayedRound) => issuedAt >= week.startsAt;
    const rounds = played.filter(isOfWeek);
    const before = freshByLevel(played.filter((round) => !isOfWeek(round)));
    if (rounds.length > 0) lines.push(...weekLines(lagosDate(week.startsAt), rounds, before));
  }
  return lines;
}

function weekLines(
  from: string,
  rounds: readonly PlayedRound[],
  before: Record<Level, Tally>,
): string[] {
  const fresh = freshByLevel(rounds);
  const levels = LEVELS.flatMap((level) => {
    const all = sumOf(rounds.filter((round) => round.level === level).map((round) => round.all));
    if (all.asked === 0) return [];
    return `  ${level}: ${ofTally(all)} right, of new ones ${ofTally(fresh[level])}, before ${ofTally(before[level])}`;
  });
  const hours = new Set(rounds.map(({ issuedAt }) => Math.floor(issuedAt / HOUR_MS))).size;
  const pace = (rounds.length / hours).toFixed(1);
  return [
    `from ${from}: ${rounds.length} rounds, ${pace} in each hour that was played in`,
    `  seconds an answer: ${quartersOf(rounds.flatMap(({ times }) => times))}`,
    ...levels,
  ];
}

function quartersOf(answered: readonly number[]): string {
  const times = answered.toSorted((a, b) => a - b);
  const at = (share: number) => seconds(times[Math.floor(share * (times.length - 1))] ?? 0);
  return `${at(0)} least, ${at(0.25)}, ${at(0.5)} in the middle, ${at(0.75)}, ${at(1)} most, ${seconds(mean(times))} on average`;
}

async function flaggedOf(db: Db, playerId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('rounds')
    .select(['id', 'issued_at', 'level', 'flags'])
    .where('player_id', '=', playerId)
    .where(sql<number>`cardinality(flags)`, '>', 0)
    .orderBy('issued_at', 'desc')
    .limit(ROUNDS_SHOWN)
    .execute();
  return rows.flatMap(({ id, issued_at, level, flags }) => [
    `${issued_at.toISOString()} ${id} ${level}`,
    ...flags.map((flag) => `  ${flag}`),
  ]);
}

async function runsOf(db: Db, playerId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('rush_runs')
    .select(['id', 'opened_at', 'state', 'ended', 'points', 'levels', 'flags'])
    .where('player_id', '=', playerId)
    .orderBy('opened_at', 'desc')
    .limit(ROUNDS_SHOWN)
    .execute();
  return rows.flatMap(({ id, opened_at, state, ended, points, levels, flags }) => [
    `${opened_at.toISOString()} ${id} ${state}, ${ended ?? 'open'}: ${points} points`,
    `  seconds: ${levels.map(({ serverMs }) => seconds(serverMs)).join(' ')}`,
    ...flags.map((flag) => `  ${flag}`),
  ]);
}

function ofTally({ right, asked }: Tally): string {
  return asked === 0 ? 'none' : `${right} of ${asked} (${percent(right / asked)})`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1);
}
