import { DAY_MS } from '../../src/rules/calendar.ts';
import { LEVELS, type Level } from '../../src/rules/levels.ts';
import type { Db } from '../database/tables.ts';
import { RESERVE_DEALS_MAX, type Reserve, RUN_QUESTIONS_PER_LEVEL } from './reserve.ts';

/** New questions are written, checked and imported in so many days. */
const DAYS_TO_REFILL = 30;
/** Below so many runs one busy evening could empty it. */
const RUNS_LEAST = 1000;
const PACE_DAYS = 7;

export type LevelState = {
  level: Level;
  /** All that the key has chosen, and those of them that can be dealt. */
  chosen: number;
  inReserve: number;
  deals: number;
  /** How many runs these can still be dealt to. */
  runs: number;
};

export type ReserveState = {
  levels: LevelState[];
  runsADay: number;
  /** With fewer runs than this at any level, new questions are needed. */
  warnBelow: number;
  isLow: boolean;
};

/** How the reserve stands, and for how long it lasts (operations.md#the-reserve). */
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

/** The runs since a moment, with as many as take what proof rounds took of the level that they took most of. */
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

/** How many runs can be dealt five different questions each, of what each may still be dealt. */
function runsPossible(rooms: readonly number[]): number {
  const canDeal = (runs: number) =>
    rooms.reduce((sum, room) => sum + Math.min(room, runs), 0) >= runs * RUN_QUESTIONS_PER_LEVEL;
  let most = Math.floor(rooms.reduce((sum, room) => sum + room, 0) / RUN_QUESTIONS_PER_LEVEL);
  while (!canDeal(most)) most -= 1;
  return most;
}
