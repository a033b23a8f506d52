import { randomInt, randomUUIDv7 } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { type BulkheadPolicy, bulkhead, isBulkheadRejectedError } from 'cockatiel';
import { type Selectable, sql } from 'kysely';
import type { BankQuestion } from '../../question-bank/reader/bank.ts';
import { type DealtQuestion, dealRising } from '../../question-bank/reader/deal.ts';
import type { SealedQuestion, SealedRun, Verdict } from '../../src/contract/rush.ts';
import { runPoints } from '../../src/rules/rush-points.ts';
import {
  beginRun,
  type RushRun,
  rushFrozenMs,
  rushLevel,
  rushQuestion,
  rushTimeLeftMs,
} from '../../src/rules/rush-run.ts';
import { POWER_UPS, RUSH_QUESTIONS, rushTimerMs } from '../../src/rules/tournament.ts';
import { lockPlayer, readPool } from '../accounts/players.ts';
import { lockText } from '../database/locks.ts';
import type { Db, RushTables, Trx } from '../database/tables.ts';
import { tooOften } from '../http/limits.ts';
import { Refusal } from '../http/serve.ts';
import { takeTicket } from '../ledger/entries.ts';
import { oldestTicket } from '../payments/tickets.ts';
import { refuseUnlessMayPlay } from '../plans/spending-limits.ts';
import { forgetDealt, rememberDealt } from '../rounds/open.ts';
import type { Services } from '../services.ts';
import {
  byLevel,
  dealableTo,
  RESERVE_DEALS_MAX,
  RESERVE_SETTING,
  RUN_QUESTIONS_PER_LEVEL,
  type Seen,
} from './reserve.ts';

/** A run with its answers, which never leaves the server in this form. */
export type OpenRun = RushRun<DealtQuestion>;

export type RunRow = Selectable<RushTables['rush_runs']>;

const RUN_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function isRunId(id: string): boolean {
  return RUN_ID.test(id);
}

/** A player's run in any state. Another player's run is refused like a run that does not exist. */
export async function findRun(db: Db, playerId: number, id: string): Promise<RunRow> {
  const row = isRunId(id)
    ? await db
        .selectFrom('rush_runs')
        .selectAll()
        .where('id', '=', id)
        .where('player_id', '=', playerId)
        .executeTakeFirst()
    : undefined;
  if (!row) throw new Refusal(404, 'rush/unknown', 'There is no such run');
  return row;
}

/** The open run of a player, `null` if no run is open. */
export async function findOpenRun(db: Db, playerId: number): Promise<RunRow | null> {
  const row = await db
    .selectFrom('rush_runs')
    .selectAll()
    .where('player_id', '=', playerId)
    .where('state', '=', 'open')
    .executeTakeFirst();
  return row ?? null;
}

/** Locks the player and gives their run. Throws a Refusal unless the run is open. */
export async function lockOpenRun(trx: Trx, playerId: number, id: string): Promise<RunRow> {
  await lockPlayer(trx, playerId);
  const row = await findRun(trx, playerId, id);
  if (row.state !== 'open') throw ended();
  return row;
}

export function ended(): Refusal {
  return new Refusal(409, 'rush/ended', 'This run has ended');
}

/** The player who opens a run, and the device and address, stored as keyed hashes. */
type Opener = { playerId: number; deviceHash: string | null; addressHash: string };

/** Opens a run with the oldest unused ticket, and gives its id (game.md#rush-run). */
export async function openRun(
  trx: Trx,
  services: Services,
  { playerId, deviceHash, addressHash }: Opener,
): Promise<string> {
  await lockPlayer(trx, playerId);
  if (await findOpenRun(trx, playerId)) {
    throw new Refusal(409, 'rush/running', 'Finish the run you have open first');
  }
  const asked = services.now();
  await refuseUnlessMayPlay(trx, services, playerId, asked);
  const ticket = await oldestTicket(trx, playerId);
  if (ticket === null) {
    throw new Refusal(409, 'rush/no-ticket', 'You have no ticket left: buy one to play');
  }
  const questions = await dealRunQuestions(trx, services, playerId, asked);
  if (questions.length !== RUSH_QUESTIONS) {
    throw new Error(`a run was dealt ${questions.length} questions`);
  }
  const id = randomUUIDv7();
  const now = services.now();
  await takeTicket(trx, { runId: id, playerId }, now);
  await trx
    .insertInto('rush_runs')
    .values({
      id,
      player_id: playerId,
      ticket,
      pool: await readPool(trx, playerId),
      run: JSON.stringify(beginRun(questions, now)),
      opened_at: new Date(now),
      device_hash: deviceHash,
      address_hash: addressHash,
    })
    .execute();
  return id;
}

/**
 * A question without its answer. Its id is its number, because the bank's ids are words that may reveal
 * the next questions (game.md#sealed-runs).
 */
export function seal({ question, options, level }: DealtQuestion, number: number): SealedQuestion {
  return { id: String(number), question, options, level };
}

/** The verdict on a question by the way it ended. A question that was not judged is out of time. */
export function verdictOf(end: string | undefined): Verdict['verdict'] {
  return end === 'right' || end === 'wrong' ? end : 'timeout';
}

/** The current question without its answer, `null` when the run has ended. */
export function sealQuestion(run: OpenRun): SealedQuestion | null {
  const asked = rushQuestion(run);
  return asked && seal(asked, run.rows.length + 1);
}

/** The time of the current level, 0 when the run has ended. */
export function timerOf(run: OpenRun): number {
  const level = rushLevel(run);
  return level === null ? 0 : rushTimerMs(level);
}

/** The state of an open run at `at`, `null` when it has ended. */
export function sealRun(id: string, run: OpenRun, at: number): SealedRun | null {
  const level = rushLevel(run);
  if (level === null) return null;
  return {
    id,
    level,
    score: runPoints(run),
    timerMs: rushTimerMs(level),
    leftMs: Math.round(rushTimeLeftMs(run, at)),
    startsInMs: Math.max(0, Math.round(run.shownAt - at)),
    frozenMs: Math.round(rushFrozenMs(run, at)),
    optionsLeft: run.optionsLeft === null ? null : [...run.optionsLeft],
    powerUps: POWER_UPS.filter((powerUp) => run.used[powerUp] === undefined),
    used: run.used,
  };
}

/**
 * Deals a run: five easy, five medium and five hard questions of the reserve, which the player did not have
 * in 30 days. It also counts and records these deals. Throws Refusal `rush/closed` if too few questions are
 * left. This rolls the caller's transaction back, so that the ticket stays.
 */
export async function dealRunQuestions(
  trx: Trx,
  { reserve }: Pick<Services, 'reserve'>,
  playerId: number,
  now: number,
): Promise<DealtQuestion[]> {
  const deal = (stock: readonly BankQuestion[], seen: Seen) => {
    const questions = dealRising(
      byLevel(stock).map((pool) => ({ pool, count: RUN_QUESTIONS_PER_LEVEL })),
      seen,
      chance,
    );
    if (questions.length < RUSH_QUESTIONS) throw tooFew();
    return questions;
  };
  return dealReserved(trx, { reserve, playerId, now }, deal);
}

/**
 * Deals questions of the reserve that a player did not have in 30 days. `deal` chooses them, and an error
 * in it rolls everything back. It also counts and records these deals.
 */
export async function dealReserved(
  trx: Trx,
  { reserve, playerId, now }: Pick<Services, 'reserve'> & { playerId: number; now: number },
  deal: (stock: readonly BankQuestion[], seen: Seen) => DealtQuestion[],
): Promise<DealtQuestion[]> {
  await holdReserve(trx);
  const { stock, seen } = await dealableTo(trx, reserve.questions, playerId, now);
  const questions = deal(stock, seen);
  await countDeals(trx, questions, now);
  await rememberDealt(trx, playerId, questions, now);
  return questions;
}

/**
 * Undoes the deals of questions that an ended run did not reach. Questions that have left the reserve stay
 * out.
 */
export async function takeUnshownBack(
  trx: Trx,
  playerId: number,
  { questions, rows }: OpenRun,
): Promise<void> {
  const unshown = questions.slice(rows.length).map(({ id }) => id);
  if (unshown.length === 0) return;
  await holdReserve(trx);
  await trx
    .updateTable('rush_reserve')
    .set({ deals: sql`deals - 1` })
    .where('question_id', 'in', unshown)
    .where('left_at', 'is', null)
    .execute();
  await forgetDealt(trx, playerId, unshown);
}

/** Serialises deals, so that no two deals take a question's last deal or wait for each other. */
async function holdReserve(trx: Trx): Promise<void> {
  await lockText(trx, RESERVE_SETTING);
}

function tooFew(): Refusal {
  const message =
    'There are no new questions for you right now. Your ticket stays: try again later.';
  return new Refusal(409, 'rush/closed', message);
}

async function countDeals(
  trx: Trx,
  questions: readonly DealtQuestion[],
  now: number,
): Promise<void> {
  await trx
    .insertInto('rush_reserve')
    .values(questions.map(({ id }) => ({ question_id: id, deals: 1 })))
    .onConflict((conflict) =>
      conflict.column('question_id').doUpdateSet({
        deals: sql`rush_reserve.deals + 1`,
        left_at: sql<Date | null>`
          case when rush_reserve.deals + 1 >= ${RESERVE_DEALS_MAX} then ${new Date(now)}::timestamptz end
        `,
      }),
    )
    .execute();
}

/** The number of values that `chance` can give: more than there are choices anywhere. */
const DRAWS = 2 ** 32;

/**
 * A number from 0 up to, but without, 1 that nobody can predict. A predictable number would not do, because
 * a seed could be worked out from the dealt questions, and runs are played for money.
 */
export function chance(): number {
  return randomInt(DRAWS) / DRAWS;
}

/**
 * The most calls of one player at a time. A phone makes two or three, including repeats on a bad
 * connection.
 */
const CALLS_AT_ONCE = 8;

/**
 * Runs a player's call, and refuses it if too many of that player's calls run already (429 `rate/limited`).
 * Hundreds of calls would delay the calls of everybody, and silence the heartbeat that shows whether the
 * game can be reached.
 */
export function fewAtOnce() {
  const bulkheads = new Map<number, BulkheadPolicy>();
  return async <Reply>(playerId: number, work: () => Promise<Reply>): Promise<Reply> => {
    const own = bulkheads.get(playerId) ?? bulkhead(CALLS_AT_ONCE);
    bulkheads.set(playerId, own);
    try {
      return await own.execute(async () => {
        // The embedded database works without a pause. Without this wait, calls that have already arrived
        // would run one by one and never count as simultaneous.
        await setImmediate();
        return work();
      });
    } catch (error) {
      throw isBulkheadRejectedError(error) ? tooOften(1) : error;
    } finally {
      if (own.executionSlots === CALLS_AT_ONCE) bulkheads.delete(playerId);
    }
  };
}
