import { sql } from 'kysely';
import type { RushAnswer, SealedQuestion, Verdict } from '../../src/contract/rush.ts';
import { DAY_MS, MINUTE_MS } from '../../src/rules/calendar.ts';
import { runPoints, runScore } from '../../src/rules/rush-points.ts';
import {
  canUse,
  dealtAt,
  type RushEnd,
  type RushEvent,
  rushAnswerableUntil,
  rushLevel,
  rushTimeUpAt,
  stepRun,
} from '../../src/rules/rush-run.ts';
import {
  type PowerUp,
  RUSH_ALLOWANCE_MS,
  rushTimerMs,
  TIME_FREEZE_MS,
} from '../../src/rules/tournament.ts';
import { lockPlayer } from '../accounts/players.ts';
import { creditBoards } from '../boards/boards.ts';
import type { Db, LevelTimes, Trx } from '../database/tables.ts';
import { Refusal } from '../http/serve.ts';
import { creditRun } from '../ledger/entries.ts';
import { giveBackOf, isUndone } from '../payments/tickets.ts';
import type { Services } from '../services.ts';
import { flagsOfRun } from './flags.ts';
import { wasOutage } from './outages.ts';
import {
  chance,
  findOpenRun,
  findRun,
  lockOpenRun,
  type OpenRun,
  type RunRow,
  sealQuestion,
  takeUnshownBack,
  timerOf,
  verdictOf,
} from './runs.ts';

/** A player's action on a run, and when the call arrived, in epoch milliseconds. */
export type Move = { playerId: number; runId: string; at: number };

type Playing = Pick<Services, 'ranking' | 'now'>;

/** Judges a level by the server's clock, and deals the next level (game.md#sealed-runs). */
export async function answerLevel(
  trx: Trx,
  services: Playing,
  { playerId, runId, at }: Move,
  { level, choice, end, ms }: RushAnswer,
): Promise<Verdict> {
  const row = await lockOpenRun(trx, playerId, runId);
  requireLevel(row.run, level);
  const event = end === 'timeout' ? timeout(at) : answer(choice, at);
  const run = stepRun(row.run, event);
  const judged = run.rows.at(-1);
  if (run === row.run || !judged) {
    throw new Refusal(422, 'rush/bad-choice', 'That is none of the options that are left');
  }
  const { dealt, counted } = await keepMove(trx, services, { row, run, phoneMs: ms, at });
  return {
    verdict: verdictOf(judged.end),
    answer: answerOf(row.run),
    score: counted?.points ?? runPoints(run),
    next: sealQuestion(dealt),
    timerMs: timerOf(dealt),
    ended: run.ended,
    ticketBack: counted?.ticketBack ?? false,
  };
}

/** The effect of a power-up: the next question after Skip, or the end if it came too late. */
type PowerUpUsed = {
  next: SealedQuestion | null;
  ended: RushEnd | null;
  answer: string | null;
  ticketBack: boolean;
};

/** Uses a power-up on the current level (game.md#power-ups). */
export async function applyPowerUp(
  trx: Trx,
  services: Playing,
  { playerId, runId, at }: Move,
  { level, powerUp }: { level: number; powerUp: PowerUp },
): Promise<PowerUpUsed> {
  const row = await lockOpenRun(trx, playerId, runId);
  requireLevel(row.run, level);
  if (!canUse(row.run, powerUp)) {
    const message = 'That power-up is used, or not for this level';
    throw new Refusal(409, 'rush/power-up-refused', message);
  }
  const run = stepRun(row.run, { type: 'power-up', powerUp, draw: chance(), at });
  const { dealt, counted } = await keepMove(trx, services, { row, run, phoneMs: null, at });
  const isNext = run.ended === null && run.rows.length > row.run.rows.length;
  return {
    next: isNext ? sealQuestion(dealt) : null,
    ended: run.ended,
    answer: run.ended === null ? null : answerOf(row.run),
    ticketBack: counted?.ticketBack ?? false,
  };
}

/** Ends a player's open run; the caller has locked the player. */
async function endRun(
  trx: Trx,
  services: Playing,
  row: RunRow,
  event: Extract<RushEvent, { type: 'timeout' | 'leave' }>,
): Promise<Counted> {
  const run = stepRun(row.run, event);
  const { counted } = await keepMove(trx, services, { row, run, phoneMs: null, at: event.at });
  if (counted === null) throw new Error('a run goes on though it was ended');
  return counted;
}

function requireLevel(run: OpenRun, level: number): void {
  if (rushLevel(run) === level) return;
  throw new Refusal(409, 'rush/level-over', 'The run is at another question');
}

function timeout(at: number): RushEvent {
  return { type: 'timeout', at };
}

function answer(choice: string | null, at: number): RushEvent {
  // An empty choice counts as a wrong answer, because no option is empty.
  return { type: 'answer', choice: choice ?? '', at };
}

/** The right answer of a level that is over. */
function answerOf({ questions, rows }: OpenRun): string {
  const question = questions[rows.length];
  if (!question) throw new Error('a run has more levels than questions');
  return question.answer;
}

type RunMove = { row: RunRow; run: OpenRun; phoneMs: number | null; at: number };

async function keepMove(
  trx: Trx,
  services: Playing,
  { row, run, phoneMs, at }: RunMove,
): Promise<{ dealt: OpenRun; counted: Counted | null }> {
  const over = run.rows.slice(row.run.rows.length);
  const levels: LevelTimes[] = [
    ...row.levels,
    ...over.map(({ ms: serverMs }) => ({ phoneMs, serverMs })),
  ];
  if (run.ended !== null) {
    return { dealt: run, counted: await closeRun(trx, services, { row, run, levels, at }) };
  }
  const dealt = over.length > 0 ? dealtAt(run, services.now()) : run;
  await trx
    .updateTable('rush_runs')
    .set({ run: JSON.stringify(dealt), levels: JSON.stringify(levels) })
    .where('id', '=', row.id)
    .execute();
  return { dealt, counted: null };
}

/** The longest time that a level's clock can run, with every stop and allowance. */
const LONGEST_LEVEL_MS = rushTimerMs(1) + TIME_FREEZE_MS + RUSH_ALLOWANCE_MS.question;

/** How long a run waits for its player after that clock has run out (game.md#rush-run). */
const GRACE_MS = 5 * MINUTE_MS;

/** The result of a run for its player. */
type RunResult = {
  awarded: { points: number; coins: 0 };
  ended: RushEnd | null;
  ticketBack: boolean;
};

/**
 * Ends a run that is still open, as left or as timed out, and gives its count. If the run has ended
 * already, it only gives the count.
 */
export async function leaveRun(
  trx: Trx,
  services: Playing,
  { playerId, runId, at }: Move,
): Promise<RunResult> {
  await lockPlayer(trx, playerId);
  const row = await findRun(trx, playerId, runId);
  if (row.state !== 'open') {
    const { points, ended, state, ticket } = row;
    const ticketBack = state === 'void' && !(await isUndone(trx, ticket));
    return { awarded: { points, coins: 0 }, ended, ticketBack };
  }
  const type = at > rushAnswerableUntil(row.run) ? 'timeout' : 'leave';
  const { points, ended, ticketBack } = await endRun(trx, services, row, { type, at });
  return { awarded: { points, coins: 0 }, ended, ticketBack };
}

/** Ends a player's open run as left. The caller has locked the player. */
export async function endOpenRun(trx: Trx, services: Playing, playerId: number): Promise<void> {
  const row = await findOpenRun(trx, playerId);
  if (row) await endRun(trx, services, row, { type: 'leave', at: services.now() });
}

/** Ends a player's abandoned run. */
export async function endOverdueRun(
  { db, ...services }: Playing & { db: Db },
  playerId: number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockPlayer(trx, playerId);
    const row = await findOpenRun(trx, playerId);
    const at = services.now();
    if (!row || row.run.shownAt > overdueSince(at)) return;
    await endRun(trx, services, row, { type: 'timeout', at });
  });
}

/** Players with abandoned runs, in batches. */
export async function playersWithOverdueRuns(
  db: Db,
  now: number,
  limit: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('rush_runs')
    .select('player_id')
    .where('state', '=', 'open')
    .where(sql<number>`(run->>'shownAt')::double precision`, '<=', overdueSince(now))
    .limit(limit)
    .execute();
  return rows.map(({ player_id }) => player_id);
}

/** Gives an instant. A level whose clock started before it is certainly over. */
function overdueSince(now: number): number {
  return now - LONGEST_LEVEL_MS - GRACE_MS;
}

/** A run's last move: the row before it and the run after it, at an instant in epoch milliseconds. */
type LastMove = { row: RunRow; run: OpenRun; levels: readonly LevelTimes[]; at: number };

/** An honest player meets no more outages than this in a day. */
const VOIDS_A_DAY = 2;

/** The count of a run. */
type Counted = { points: number; ended: RushEnd; ticketBack: boolean };

/**
 * Closes an ended run, in the transaction that ends it. It credits the points and the place on the
 * board, or returns the ticket if the game could not be reached while the last clock ran
 * (ADR-0017).
 */
async function closeRun(
  trx: Trx,
  { ranking }: Pick<Services, 'ranking'>,
  { row, run, levels, at }: LastMove,
): Promise<Counted> {
  if (run.ended === null) throw new Error('an open run is closed');
  const { id: runId, player_id: playerId, ticket } = row;
  const isVoid = run.ended === 'timeout' && (await wasOutOfReach(trx, row, at));
  const points = isVoid ? 0 : runPoints(run);
  await trx
    .updateTable('rush_runs')
    .set({
      state: isVoid ? 'void' : 'counted',
      run: JSON.stringify(run),
      levels: JSON.stringify(levels),
      closed_at: new Date(at),
      ended: run.ended,
      points,
      score: isVoid ? 0 : runScore(run),
      flags: isVoid
        ? []
        : [...flagsOfRun({ run, levels }), ...(await oftenVoid(trx, playerId, at))],
    })
    .where('id', '=', runId)
    .execute();
  await takeUnshownBack(trx, playerId, run);
  if (isVoid) {
    const ticketBack = await giveBackOf(trx, { runId, playerId, ticket }, at);
    return { points, ended: run.ended, ticketBack };
  }
  // Boards may pay only for points that the ledger has.
  if (!(await creditRun(trx, { runId, playerId, points }, at)) && points > 0) {
    throw new Error('an open run is closed in the ledger');
  }
  const issuedAt = row.opened_at.getTime();
  await creditBoards(trx, ranking, {
    playerId,
    pool: row.pool,
    played: 'rush',
    points,
    issuedAt,
    arrivedAt: at,
  });
  return { points, ended: run.ended, ticketBack: false };
}

/**
 * Whether the game was out of reach at the last level. A player who left before the time was up did not
 * wait for it.
 */
async function wasOutOfReach(trx: Trx, { player_id, run }: RunRow, at: number): Promise<boolean> {
  if (at < rushTimeUpAt(run)) return false;
  return wasOutage(trx, player_id, run.shownAt, Math.min(at, rushAnswerableUntil(run)));
}

/**
 * A flag for a player with many void runs. A player who slows the game down whenever they do not know an
 * answer could otherwise play one ticket for ever.
 */
async function oftenVoid(trx: Trx, playerId: number, at: number): Promise<string[]> {
  const { voids } = await trx
    .selectFrom('rush_runs')
    .select(({ fn }) => fn.countAll<number>().as('voids'))
    .where('player_id', '=', playerId)
    .where('state', '=', 'void')
    .where('opened_at', '>', new Date(at - DAY_MS))
    .executeTakeFirstOrThrow();
  if (voids <= VOIDS_A_DAY) return [];
  return [`tickets-back: ${voids} runs within a day were ended by the game and not counted`];
}
