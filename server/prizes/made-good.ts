import type { MadeGood } from '../../src/contract/payouts.ts';
import type { Db } from '../database/tables.ts';

/** What a player got for withdrawn questions and was not told of; `null` for nothing (flows.md#greeting). */
export async function readMadeGood(db: Db, playerId: number): Promise<MadeGood | null> {
  const rows = await db
    .selectFrom('question_repairs')
    .select(['question_id', 'coins', 'points', 'tickets', 'at'])
    .where('player_id', '=', playerId)
    .where('seen_at', 'is', null)
    .execute();
  if (rows.length === 0) return null;
  const sumOf = (what: 'coins' | 'points' | 'tickets') =>
    rows.reduce((sum, row) => sum + row[what], 0);
  return {
    questions: new Set(rows.map(({ question_id }) => question_id)).size,
    coins: sumOf('coins'),
    points: sumOf('points'),
    tickets: sumOf('tickets'),
    until: new Date(Math.max(...rows.map(({ at }) => at.getTime()))).toISOString(),
  };
}

/** Notes that a player was told of what they got up to an instant. */
export async function markMadeGoodSeen(
  db: Db,
  playerId: number,
  until: string,
  now: number,
): Promise<void> {
  await db
    .updateTable('question_repairs')
    .set({ seen_at: new Date(now) })
    .where('player_id', '=', playerId)
    .where('at', '<=', new Date(until))
    .where('seen_at', 'is', null)
    .execute();
}
