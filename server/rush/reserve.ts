import {
  type BankQuestion,
  type QuestionBank,
  withoutPictures,
} from '../../question-bank/reader/bank.ts';
import { DAY_MS } from '../../src/rules/calendar.ts';
import { LEVELS } from '../../src/rules/levels.ts';
import { RUSH_QUESTIONS } from '../../src/rules/tournament.ts';
import { hmac } from '../crypto/hash.ts';
import { openKey } from '../crypto/key.ts';
import type { Db } from '../database/tables.ts';
import { NOT_AGAIN_MS, seenOf } from '../rounds/dealt.ts';

export const RESERVE_SETTING = 'rush-reserve';

/** One question in so many. */
const RESERVED_ONE_IN = 10;
/** A category with fewer questions at a level keeps them all: ten rounds, two days of a keen player. */
const STOCK_THAT_GIVES = 100;
/** After so many deals a question is known. */
export const RESERVE_DEALS_MAX = 200;
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
  /** Whether so many runs can be dealt to a player by now; `null` asks for nobody in particular. */
  canDeal: (db: Db, playerId: number | null, runs: number, now: number) => Promise<boolean>;
};

/**
 * The reserve, chosen by the database's own key. Questions of one subject are in it together: the
 * fact that one tells would answer another.
 */
export async function openReserve(
  db: Db,
  { categories, questions }: QuestionBank,
): Promise<Reserve> {
  const key = await openKey(db, RESERVE_SETTING);
  const stocks = Map.groupBy(questions, stockOf);
  const givers = questions.filter(
    (question) => (stocks.get(stockOf(question))?.length ?? 0) >= STOCK_THAT_GIVES,
  );
  const groups = new Map(
    [...Map.groupBy(givers, groupOf)].filter(
      ([group, members]) => isDrawn(key, group) && withoutPictures(members).length > 0,
    ),
  );
  const reserved = givers.filter((question) => groups.has(groupOf(question)));
  const ids = new Set(reserved.map(({ id }) => id));
  const open = new Set(categories.filter(({ isActive }) => isActive).map(({ id }) => id));
  // Runs and proof rounds show no pictures; those of a reserved subject are kept back all the same.
  const inPlay = withoutPictures(reserved.filter(({ category }) => open.has(category)));
  return {
    questions: inPlay,
    withoutIt: async (trx, stock, now) => {
      if (!stock.some(({ id }) => ids.has(id))) return stock;
      const left = await leftBefore(trx, now - LEFT_TO_ORDINARY_MS);
      return stock.filter((question) => {
        const together = ids.has(question.id) ? groups.get(groupOf(question)) : [];
        return together?.every(({ id }) => left.has(id));
      });
    },
    canDeal: async (trx, playerId, runs, now) => {
      const { stock } = await dealableTo(trx, inPlay, playerId, now);
      const needed = runs * RUN_QUESTIONS_PER_LEVEL;
      return byLevel(stock).every((pool) => pool.length >= needed);
    },
  };
}

/** Questions by their level, the easy ones first. */
export function byLevel(stock: readonly BankQuestion[]): BankQuestion[][] {
  return LEVELS.map((level) => stock.filter((question) => question.level === level));
}

const stockOf = ({ category, level }: BankQuestion): string => `${category} ${level}`;

const groupOf = ({ id, subject }: BankQuestion): string => subject ?? id;

function isDrawn(key: Buffer, group: string): boolean {
  return Buffer.from(hmac(key, group), 'base64url').readUInt32BE() < 2 ** 32 / RESERVED_ONE_IN;
}

/** When a player was last dealt each question, in epoch milliseconds. */
export type Seen = ReadonlyMap<string, number>;

/**
 * What of the reserve's questions a player can be dealt now, and when they had each; of nobody in
 * particular (`null`) all that can be dealt.
 */
export async function dealableTo(
  db: Db,
  questions: readonly BankQuestion[],
  playerId: number | null,
  now: number,
): Promise<{ stock: BankQuestion[]; seen: Seen }> {
  const seen: Seen = playerId === null ? new Map() : await seenOf(db, playerId, questions);
  const left = await leftBefore(db, Number.POSITIVE_INFINITY);
  const stock = questions.filter(
    ({ id }) => !left.has(id) && (seen.get(id) ?? 0) <= now - NOT_AGAIN_MS,
  );
  return { stock, seen };
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
