import { sql } from 'kysely';
import { DAY_MS, HOUR_MS, lagosDate, monthOf, weekOf } from '../../src/rules/calendar.ts';
import { LEVELS, type Level } from '../../src/rules/levels.ts';
import { KOBO_PER_NAIRA } from '../../src/rules/money.ts';
import { lockUndeleted } from '../accounts/players.ts';
import { BOARD_PERIODS, type BoardName, finalAt, periodOf } from '../boards/boards.ts';
import { openRanking, type Ranking } from '../boards/ranking.ts';
import type { Db, Trx } from '../database/tables.ts';
import { payHurtWinner, settlePeriods, WRITTEN_WITHIN_MS } from '../prizes/payouts.ts';
import { accountSharers } from '../prizes/rings.ts';
import { mean, sumOf, type Tally } from '../rounds/likelihood.ts';
import { freshByLevel, type PlayedRound, readPlayed } from '../rounds/played.ts';
import { repairRound, withdrawnAmong } from '../rounds/withdrawn.ts';
import { repairRun } from '../rush/flags.ts';
import { findOperator, logChange } from './operators.ts';
import { findByWord } from './players.ts';
import { type CommandResult, type Desk, DeskError } from './socket.ts';
import { askTwo, type Moved, tooMuchAlone } from './two-people.ts';

type Upholding = Pick<Desk, 'db' | 'now' | 'config' | 'readBank'>;

type Asked = { questionId: string; why: string; key: string | null };

/** A round or run with a question that was withdrawn. */
type Played = { kind: 'round' | 'run'; id: string; playerId: number };

/** What players were given as compensation, over all rounds and runs. */
type Sums = { rounds: number; coins: number; points: number; tickets: number; naira: number };

const NOTHING: Sums = { rounds: 0, coins: 0, points: 0, tickets: 0, naira: 0 };

const PLAYERS_AT_ONCE = 200;

/** The compensation of a round or run is too large for one operator alone. Nothing is given for it then. */
class TooMuchAlone extends Error {}

/**
 * Withdraws a wrong question and compensates its players, once for each round and run and each in its own
 * transaction. If the command was interrupted, the same command goes on where it stopped
 * (game.md#withdrawn-questions). Compensation that is too large for one operator waits for a second operator.
 * Throws DeskError.
 */
export async function upholdReports(desk: Upholding, asked: Asked): Promise<CommandResult> {
  const { db, now, config } = desk;
  const { questionId } = asked;
  const operator = await findOperator(db, asked.key);
  await refuseUnknown(desk, questionId);
  refuseWhileSettling(now());
  if (config.isContestOpen) await settlePeriods(db, now());
  const before = await withdraw(db, { ...asked, operator }, now());
  const ranking = await openRanking(config.rankUrl, db, { warn: () => {} });
  const sums = { ...NOTHING };
  const waiting: string[] = [];
  let isAlone = true;
  try {
    for await (const played of hurtBy(db, questionId, now())) {
      const mend = () => repair({ ...desk, ranking }, { ...asked, operator, played, isAlone });
      const done = await mend().catch(async (error: unknown) => {
        if (!(error instanceof TooMuchAlone)) throw error;
        const rest = { subject: `questions uphold ${questionId}`, says: 'make good' };
        const reply = await db.transaction().execute((trx) => askTwo(trx, operator, rest, now()));
        isAlone = false;
        if (reply === null) return mend();
        waiting.push(...reply, error.message);
        return null;
      });
      if (waiting.length > 0) break;
      for (const key of Object.keys(sums) as (keyof Sums)[]) sums[key] += done?.[key] ?? 0;
    }
  } finally {
    await ranking.close();
  }
  const { rounds, coins, points, tickets, naira } = sums;
  const isNothing = rounds === 0 && tickets === 0;
  const isDone = waiting.length === 0;
  const lines = [
    before
      ? `${questionId} was upheld by ${before.operator}, ${before.at.toISOString()}: ${before.why}`
      : `${questionId} is upheld by ${operator}`,
    isNothing
      ? `Nothing was ${isDone ? 'left to make' : 'made'} good`
      : `Made good: ${rounds} rounds, ${points} points, ${coins} coins, ${tickets} tickets, ₦${naira} beside paid places`,
    ...waiting,
  ];
  return { lines, isDone };
}

/** Throws DeskError for an unknown question id, before anything changes. */
async function refuseUnknown({ db, readBank }: Upholding, questionId: string): Promise<void> {
  if (readBank().questions.some(({ id }) => id === questionId)) return;
  if ((await withdrawnAmong(db, [questionId])).length > 0) return;
  const dealt = await db
    .selectFrom('dealt_questions')
    .select('question_id')
    .where('question_id', '=', questionId)
    .limit(1)
    .executeTakeFirst();
  if (!dealt) throw new DeskError(`No question has the id ${questionId}`);
}

/**
 * Throws DeskError in the minute after a period became final, because its last results may still be written
 * then.
 */
function refuseWhileSettling(now: number): void {
  for (const board of Object.keys(BOARD_PERIODS) as BoardName[]) {
    const final = finalAt(periodOf(board, now, 'previous'));
    if (final <= now && now < final + WRITTEN_WITHIN_MS) {
      throw new DeskError('A period has just become final: try again in a minute');
    }
  }
}

/**
 * Notes that a question is withdrawn, and closes its reports. Gives `null`, or the earlier note if the
 * question was withdrawn before.
 */
function withdraw(
  db: Db,
  { questionId, why, operator }: Asked & { operator: string },
  now: number,
) {
  return db.transaction().execute(async (trx) => {
    const at = new Date(now);
    const added = await trx
      .insertInto('withdrawn_questions')
      .values({ question_id: questionId, operator, why, at })
      .onConflict((conflict) => conflict.doNothing())
      .returning('question_id')
      .executeTakeFirst();
    await trx
      .updateTable('question_reports')
      .set({ closed_at: at })
      .where('question_id', '=', questionId)
      .where('closed_at', 'is', null)
      .execute();
    if (added) {
      const change = { command: 'questions uphold', reference: questionId, why };
      await logChange(trx, operator, change, now);
      return null;
    }
    return trx
      .selectFrom('withdrawn_questions')
      .selectAll()
      .where('question_id', '=', questionId)
      .executeTakeFirstOrThrow();
  });
}

type Repairing = Asked & { operator: string; played: Played; isAlone: boolean };

/**
 * Compensates a round or run, and gives the compensation; `null` if there was nothing left to give. Throws
 * TooMuchAlone.
 */
async function repair(
  desk: Upholding & { ranking: Ranking },
  { questionId, why, operator, played: { kind, id, playerId }, isAlone }: Repairing,
): Promise<Sums | null> {
  const { db, now } = desk;
  return db.transaction().execute(async (trx) => {
    if (!(await lockUndeleted(trx, playerId))) return null;
    const at = now();
    const done =
      kind === 'round'
        ? await repairPlayedRound(trx, desk, { roundId: id, questionId })
        : await repairPlayedRun(trx, { runId: id, questionId }, at);
    if (done === null) return null;
    for (const moved of isAlone ? movedBy(desk, { kind, playerId, ...done }) : []) {
      const tooMuch = await tooMuchAlone(trx, operator, moved, at);
      if (tooMuch !== null) throw new TooMuchAlone(tooMuch);
    }
    const change = { command: `questions uphold ${questionId}`, reference: id, why };
    await logChange(trx, operator, change, at);
    return done;
  });
}

/**
 * What a compensation counts for an operator's limits. A run is compensated by a ticket or by a cancelled
 * debt of a ticket, and both count with a ticket's price.
 */
function movedBy(
  { config }: Upholding,
  { kind, playerId, coins, naira }: Omit<Played, 'id'> & Sums,
): Moved[] {
  const worth = kind === 'run' ? config.prices.rushTicket : naira;
  return [
    { playerId, unit: 'coins', amount: coins, limit: config.twoPeopleAboveCoins },
    {
      playerId,
      unit: 'kobo',
      amount: worth * KOBO_PER_NAIRA,
      limit: config.twoPeopleAboveNaira * KOBO_PER_NAIRA,
    },
  ];
}

async function repairPlayedRound(
  trx: Trx,
  desk: Upholding & { ranking: Ranking },
  of: { roundId: string; questionId: string },
): Promise<Sums | null> {
  const at = desk.now();
  const repaired = await repairRound(trx, desk, of, at);
  if (repaired === null) return null;
  const { playerId, coins, points, closed } = repaired;
  let naira = 0;
  for (const period of closed) {
    naira += await payHurtWinner(trx, { playerId, questionId: of.questionId, period }, at);
  }
  return { ...NOTHING, rounds: 1, coins, points, naira };
}

async function repairPlayedRun(
  trx: Trx,
  of: { runId: string; questionId: string },
  at: number,
): Promise<Sums | null> {
  const repaired = await repairRun(trx, of, at);
  return repaired && { ...NOTHING, tickets: repaired.tickets };
}

/**
 * Finds the rounds and runs of this month and the last that had the question. It reads them in batches of
 * players.
 */
async function* hurtBy(db: Db, questionId: string, now: number): AsyncGenerator<Played> {
  const from = new Date(monthOf(monthOf(now).startsAt - 1).startsAt);
  const asked = JSON.stringify([{ id: questionId }]);
  let last = 0;
  for (;;) {
    const dealt = await db
      .selectFrom('dealt_questions')
      .select('player_id')
      .where('question_id', '=', questionId)
      .where('player_id', '>', last)
      .orderBy('player_id')
      .limit(PLAYERS_AT_ONCE)
      .execute();
    const players = dealt.map(({ player_id }) => player_id);
    const end = players.at(-1);
    if (end === undefined) return;
    const rounds = await db
      .selectFrom('rounds')
      .select(['id', 'player_id as playerId'])
      .where('player_id', 'in', players)
      .where('state', '=', 'counted')
      .where('issued_at', '>=', from)
      .where(sql<boolean>`questions @> ${asked}::jsonb`)
      .orderBy('issued_at')
      .execute();
    for (const row of rounds) yield { kind: 'round', ...row };
    const runs = await db
      .selectFrom('rush_runs')
      .select(['id', 'player_id as playerId'])
      .where('player_id', 'in', players)
      .where('state', '=', 'counted')
      .where('opened_at', '>=', from)
      .where(sql<boolean>`run->'questions' @> ${asked}::jsonb`)
      .orderBy('opened_at')
      .execute();
    for (const row of runs) yield { kind: 'run', ...row };
    last = end;
  }
}

const WEEKS_SHOWN = 5;
const ROUNDS_SHOWN = 100;

/**
 * All that a person needs in order to decide about a player's prizes, newest first (fair-play.md#evidence).
 */
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

const SHOWN = 100;

/** Flagged runs of Millionaire Rush, newest first, each with the reasons. */
export async function showFlaggedRuns(db: Db): Promise<string[]> {
  const runs = await db
    .selectFrom('rush_runs')
    .innerJoin('players', 'players.id', 'rush_runs.player_id')
    .select(['rush_runs.id', 'opened_at', 'phone', 'nickname', 'points', 'flags'])
    .where(sql<number>`cardinality(flags)`, '>', 0)
    .orderBy('opened_at', 'desc')
    .limit(SHOWN + 1)
    .execute();
  const lines = runs
    .slice(0, SHOWN)
    .flatMap((run) => [
      `${run.opened_at.toISOString()} ${run.id} ${run.phone} ${run.nickname}: ${run.points} points`,
      ...run.flags.map((flag) => `  ${flag}`),
    ]);
  if (runs.length > SHOWN) lines.push('Older ones are in the table rush_runs');
  return lines.length === 0 ? ['No run is flagged'] : lines;
}
