import { sql } from 'kysely';
import type { Bank, BankQuestion } from '../../question-bank/reader/bank.ts';
import { type DealtQuestion, dealRising } from '../../question-bank/reader/deal.ts';
import { DAY_MS } from '../../src/rules/calendar.ts';
import { LEVELS } from '../../src/rules/levels.ts';
import { RUSH_QUESTIONS } from '../../src/rules/tournament.ts';
import { hmac } from '../crypto/hash.ts';
import { openKey } from '../crypto/key.ts';
import type { Db, Trx } from '../database/tables.ts';
import { Refusal } from '../http/errors.ts';
import { rememberDealt, seenOf } from '../rounds/dealt.ts';
import type { Services } from '../services.ts';
import { chance } from './chance.ts';

const SETTING = 'rush-reserve';

/** One question in so many. */
const RESERVED_ONE_IN = 10;
/** A category with fewer questions at a level keeps them all: ten rounds, two days of a keen player. */
const STOCK_THAT_GIVES = 100;
/** After so many deals a question is known. */
export const RESERVE_DEALS_MAX = 200;
/** How long a player does not meet a question again. */
const NOT_AGAIN_MS = 30 * DAY_MS;
/** What left the reserve is sent with its answer only when no run can hold it any more. */
const LEFT_TO_ORDINARY_MS = DAY_MS;

/** How many of a run's questions are of each level. */
export const RUN_QUESTIONS_PER_LEVEL = RUSH_QUESTIONS / LEVELS.length;

/** The questions that runs of Millionaire Rush and proof rounds alone are dealt (game.md#reserve). */
export type Reserve = {
  /** Those of open categories, whether they have left the reserve or not. */
  questions: readonly BankQuestion[];
  /** What ordinary rounds may be dealt of a stock: those that left the reserve are among it again. */
  withoutIt: (
    db: Db,
    stock: readonly BankQuestion[],
    now: number,
  ) => Promise<readonly BankQuestion[]>;
};

/**
 * The reserve, chosen by the database's own key. Questions of one subject are in it together: the
 * fact that one tells would answer another.
 */
export async function openReserve(db: Db, { categories, questions }: Bank): Promise<Reserve> {
  const key = await openKey(db, SETTING);
  const stocks = Map.groupBy(questions, stockOf);
  const givers = questions.filter(
    (question) => (stocks.get(stockOf(question))?.length ?? 0) >= STOCK_THAT_GIVES,
  );
  const groups = new Map(
    [...Map.groupBy(givers, groupOf)].filter(([group]) => isDrawn(key, group)),
  );
  const reserved = givers.filter((question) => groups.has(groupOf(question)));
  const ids = new Set(reserved.map(({ id }) => id));
  const open = new Set(categories.filter(({ isActive }) => isActive).map(({ id }) => id));
  return {
    questions: reserved.filter(({ category }) => open.has(category)),
    withoutIt: async (trx, stock, now) => {
      if (!stock.some(({ id }) => ids.has(id))) return stock;
      const left = await leftBefore(trx, now - LEFT_TO_ORDINARY_MS);
      return stock.filter((question) => {
        const together = ids.has(question.id) ? groups.get(groupOf(question)) : [];
        return together?.every(({ id }) => left.has(id));
      });
    },
  };
}

const stockOf = ({ category, level }: BankQuestion): string => `${category} ${level}`;

const groupOf = ({ id, subject }: BankQuestion): string => subject ?? id;

function isDrawn(key: Buffer, group: string): boolean {
  return Buffer.from(hmac(key, group), 'base64url').readUInt32BE() < 2 ** 32 / RESERVED_ONE_IN;
}

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
    const pools = LEVELS.map((level) => stock.filter((question) => question.level === level));
    const questions = dealRising(pools, seen, RUN_QUESTIONS_PER_LEVEL, chance);
    if (questions.length < RUSH_QUESTIONS) throw tooFew();
    return questions;
  };
  return dealReserved(trx, { reserve, playerId, now }, deal);
}

type Seen = ReadonlyMap<string, number>;

/**
 * Deals of the reserve what a player did not have in 30 days, as `deal` chooses it; counts and remembers it.
 * What `deal` throws undoes it.
 */
export async function dealReserved(
  trx: Trx,
  { reserve, playerId, now }: Pick<Services, 'reserve'> & { playerId: number; now: number },
  deal: (stock: readonly BankQuestion[], seen: Seen) => DealtQuestion[],
): Promise<DealtQuestion[]> {
  const seen = await seenOf(trx, playerId, reserve.questions);
  // One after the other, so that no two take a question's last deal.
  await sql`select pg_advisory_xact_lock(hashtextextended(${SETTING}, 0))`.execute(trx);
  const left = await leftBefore(trx, Number.POSITIVE_INFINITY);
  const inReserve = reserve.questions.filter(({ id }) => !left.has(id));
  const stock = inReserve.filter(({ id }) => (seen.get(id) ?? 0) <= now - NOT_AGAIN_MS);
  const questions = deal(stock, seen);
  await countDeals(trx, questions, now);
  await rememberDealt(trx, playerId, questions, now);
  return questions;
}

function tooFew(): Refusal {
  const message =
    'There are no new questions for you right now. Your ticket stays: try again later.';
  return new Refusal(409, 'rush/closed', message);
}

/** The questions that left the reserve before a moment. */
async function leftBefore(db: Db, before: number): Promise<Set<string>> {
  const rows = await db
    .selectFrom('rush_reserve')
    .select('question_id')
    .where('left_at', 'is not', null)
    .$if(Number.isFinite(before), (query) => query.where('left_at', '<', new Date(before)))
    .execute();
  return new Set(rows.map(({ question_id }) => question_id));
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
