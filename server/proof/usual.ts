import { sql } from 'kysely';
import { DAY_MS } from '../../src/rules/calendar.ts';
import { type Level, QUESTION_TIMER_MS } from '../../src/rules/levels.ts';
import type { Db } from '../database/tables.ts';

/** What somebody played long ago is no habit. */
const HABIT_MS = 90 * DAY_MS;
/** What is played less often is no habit either. */
const HABIT_SHARE = 0.1;

/** How a player usually plays: the level that they are asked at, its clock, and the categories. */
export type UsualPlay = { level: Level; timerMs: number; categories: string[] };

/** A player's usual play; of one who has counted no round, easy questions of every category. */
export async function usualPlay(db: Db, playerId: number, now: number): Promise<UsualPlay> {
  const rows = await db
    .selectFrom('rounds')
    .select(['question_level', 'timer_ms', 'category_id', sql<number>`count(*)::int`.as('rounds')])
    .where('player_id', '=', playerId)
    .where('state', '=', 'counted')
    .where('issued_at', '>', new Date(now - HABIT_MS))
    .groupBy(['question_level', 'timer_ms', 'category_id'])
    .execute();
  const [most] = [...Map.groupBy(rows, (row) => `${row.question_level} ${row.timer_ms}`).values()]
    .map((ones) => ({ ones, rounds: sumOf(ones) }))
    .toSorted((a, b) => b.rounds - a.rounds);
  const [first] = most?.ones ?? [];
  if (!most || !first) return { level: 'easy', timerMs: QUESTION_TIMER_MS.easy, categories: [] };
  const categories = [...Map.groupBy(most.ones, (row) => row.category_id)]
    .filter(([, ones]) => sumOf(ones) >= HABIT_SHARE * most.rounds)
    .map(([category]) => category);
  return { level: first.question_level, timerMs: first.timer_ms, categories };
}

function sumOf(rows: readonly { rounds: number }[]): number {
  return rows.reduce((sum, { rounds }) => sum + rounds, 0);
}
