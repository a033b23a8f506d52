import { sql } from 'kysely';
import type { BankQuestion } from '../../question-bank/reader/bank.ts';
import { type DealtQuestion, dealRising } from '../../question-bank/reader/deal.ts';
import { RUSH_QUESTIONS } from '../../src/rules/tournament.ts';
import type { Trx } from '../database/tables.ts';
import { Refusal } from '../http/errors.ts';
import { forgetDealt, rememberDealt } from '../rounds/dealt.ts';
import type { Services } from '../services.ts';
import { chance } from './chance.ts';
import {
  byLevel,
  dealableTo,
  RESERVE_DEALS_MAX,
  RESERVE_SETTING,
  RUN_QUESTIONS_PER_LEVEL,
  type Seen,
} from './reserve.ts';
import type { OpenRun } from './runs.ts';

/**
 * Deals a run: five easy, five medium, five hard questions of the reserve, none that the player had
 * in 30 days, and counts and remembers them. Throws Refusal `rush/closed` where too few are left:
 * the caller's transaction is undone, so that the ticket stays.
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
 * Deals of the reserve what a player did not have in 30 days, as `deal` chooses it; counts and remembers it.
 * What `deal` throws undoes it.
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

/** Takes back the deals of what an ended run did not come to; what has left the reserve stays away. */
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

/** One after the other, so that no two take a question's last deal, nor wait for each other. */
async function holdReserve(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${RESERVE_SETTING}, 0))`.execute(trx);
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
