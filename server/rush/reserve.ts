import {
  type BankQuestion,
  type QuestionBank,
  withoutPictures,
} from '../../question-bank/reader/bank.ts';
import { DAY_MS } from '../../src/rules/calendar.ts';
import { LEVELS, type Level } from '../../src/rules/levels.ts';
import { RUSH_QUESTIONS } from '../../src/rules/tournament.ts';
import { hmac } from '../crypto/hash.ts';
import { openKey } from '../crypto/key.ts';
import type { Db } from '../database/tables.ts';
import { NOT_AGAIN_MS, seenOf } from '../rounds/open.ts';

export const RESERVE_SETTING = 'rush-reserve';

/** The reserve takes one question in ten. */
const RESERVED_ONE_IN = 10;
/**
 * A category with fewer questions at a level keeps them all. This many make ten rounds, two days of a keen
 * player.
 */
const STOCK_THAT_GIVES = 100;
/** A question leaves the reserve after this many deals, because players know it by then. */
export const RESERVE_DEALS_MAX = 200;
/**
 * Ordinary rounds have the answers, so they get a question this long after it left the reserve: no open run
 * holds it by then.
 */
const LEFT_TO_ORDINARY_MS = DAY_MS;

/** The number of a run's questions of each level. */
export const RUN_QUESTIONS_PER_LEVEL = RUSH_QUESTIONS / LEVELS.length;

/** The questions that only runs of Millionaire Rush and proof rounds are dealt (game.md#reserve). */
export type Reserve = {
  /** The questions of open categories, including questions that have left the reserve. */
  questions: readonly BankQuestion[];
  /** The questions of a stock for ordinary rounds, including questions that have left the reserve. */
  withoutIt: (
    db: Db,
    stock: readonly BankQuestion[],
    now: number,
  ) => Promise<readonly BankQuestion[]>;
  /** Whether this many runs can be dealt to a player now. With `null` it asks without a player. */
  canDeal: (db: Db, playerId: number | null, runs: number, now: number) => Promise<boolean>;
};

/**
 * Opens the reserve, which the database's own key chooses. Questions of one subject are in the reserve
 * together, because the fact shown with one question would answer another.
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
  // Runs and proof rounds show no pictures, but pictures of a reserved subject are held back too.
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

/** Groups questions by level, the easy questions first. */
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
 * The reserve's questions that a player can be dealt now, and when the player last had each question.
 * Without a player (`null`) it gives all questions that can be dealt.
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

/** New questions are written, checked and imported within this many days. */
const DAYS_TO_REFILL = 30;
/** One busy evening could empty a reserve with fewer runs than this. */
const RUNS_LEAST = 1000;
const PACE_DAYS = 7;

type LevelState = {
  level: Level;
  /** `chosen` counts all questions that the key has chosen, `inReserve` those that can be dealt. */
  chosen: number;
  inReserve: number;
  deals: number;
  /** The number of runs that these questions still allow. */
  runs: number;
};

export type ReserveState = {
  levels: LevelState[];
  runsADay: number;
  /** With fewer runs than this at any level, new questions are needed. */
  warnBelow: number;
  isLow: boolean;
};

/** The state of the reserve, and how long it lasts (questions.md#the-reserve). */
export async function reserveState(
  db: Db,
  { questions }: Pick<Reserve, 'questions'>,
  now: number,
): Promise<ReserveState> {
  const rows = await db.selectFrom('rush_reserve').select(['question_id', 'deals']).execute();
  const deals = new Map(rows.map((row) => [row.question_id, row.deals]));
  const levels = LEVELS.map((level) => {
    const dealt = questions
      .filter((one) => one.level === level)
      .map(({ id }) => deals.get(id) ?? 0);
    const rooms = dealt.map((times) => RESERVE_DEALS_MAX - times).filter((room) => room > 0);
    const sum = dealt.reduce((all, times) => all + times, 0);
    const runs = runsPossible(rooms);
    return { level, chosen: dealt.length, inReserve: rooms.length, deals: sum, runs };
  });
  const runsADay = (await runsSince(db, now - PACE_DAYS * DAY_MS)) / PACE_DAYS;
  const warnBelow = Math.max(RUNS_LEAST, Math.ceil(runsADay * DAYS_TO_REFILL));
  const isLow = levels.some((level) => level.runs < warnBelow);
  return { levels, runsADay, warnBelow, isLow };
}

/**
 * The number of runs since an instant. Proof rounds add as many runs as would use as many questions of the
 * level that they used most.
 */
async function runsSince(db: Db, since: number): Promise<number> {
  const { runs } = await db
    .selectFrom('rush_runs')
    .select(({ fn }) => fn.countAll<number>().as('runs'))
    .where('opened_at', '>', new Date(since))
    .executeTakeFirstOrThrow();
  const proofs = await db
    .selectFrom('proof_rounds')
    .select('claim')
    .where('opened_at', '>', new Date(since))
    .execute();
  const parts = proofs.flatMap(({ claim }) => claim);
  const taken = LEVELS.map((level) =>
    parts.reduce((sum, part) => sum + (part.level === level ? part.questions : 0), 0),
  );
  return Number(runs) + Math.max(...taken) / RUN_QUESTIONS_PER_LEVEL;
}

/**
 * How many runs can be dealt five different questions each, given how many deals each question has
 * left.
 */
function runsPossible(rooms: readonly number[]): number {
  const canDeal = (runs: number) =>
    rooms.reduce((sum, room) => sum + Math.min(room, runs), 0) >= runs * RUN_QUESTIONS_PER_LEVEL;
  let most = Math.floor(rooms.reduce((sum, room) => sum + room, 0) / RUN_QUESTIONS_PER_LEVEL);
  while (!canDeal(most)) most -= 1;
  return most;
}
