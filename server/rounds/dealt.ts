import { sql } from 'kysely';
import type { BankQuestion } from '../../question-bank/reader/bank.ts';
import type { DealtQuestion } from '../../question-bank/reader/deal.ts';
import { DAY_MS } from '../../src/rules/calendar.ts';
import type { Db, Trx } from '../database/tables.ts';

/** How long a player does not meet a sealed question again. */
export const NOT_AGAIN_MS = 30 * DAY_MS;

/** When each question of a pool was last dealt to a player, in epoch milliseconds. */
export async function seenOf(
  db: Db,
  playerId: number,
  pool: readonly BankQuestion[],
): Promise<Map<string, number>> {
  if (pool.length === 0) return new Map();
  // All that a player has seen would be thousands of rows; the pool's ids stay some hundred.
  const ids = pool.map(({ id }) => id);
  const rows = await db
    .selectFrom('dealt_questions')
    .select(['question_id', 'dealt_at'])
    .where('player_id', '=', playerId)
    .where('question_id', '=', sql<string>`any(${ids}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.question_id, row.dealt_at.getTime()]));
}

/** Keeps that a player was dealt these questions now. */
export async function rememberDealt(
  trx: Trx,
  playerId: number,
  questions: readonly DealtQuestion[],
  now: number,
): Promise<void> {
  await trx
    .insertInto('dealt_questions')
    .values(
      questions.map(({ id }) => ({
        player_id: playerId,
        question_id: id,
        dealt_at: new Date(now),
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['player_id', 'question_id'])
        .doUpdateSet({ dealt_at: sql`excluded.dealt_at` }),
    )
    .execute();
}

/** Forgets that a player was dealt these: they have not come to them. */
export async function forgetDealt(
  trx: Trx,
  playerId: number,
  questionIds: readonly string[],
): Promise<void> {
  await trx
    .deleteFrom('dealt_questions')
    .where('player_id', '=', playerId)
    .where('question_id', 'in', questionIds)
    .execute();
}

/** Forgets all that a player was dealt but sealed questions: a later account of the number is not to have them again. */
export async function forgetUnsealed(trx: Trx, playerId: number): Promise<void> {
  await trx
    .deleteFrom('dealt_questions')
    .where('player_id', '=', playerId)
    .where('question_id', 'not in', (eb) => eb.selectFrom('rush_reserve').select('question_id'))
    .execute();
}

/** Deletes what deleted accounts were dealt, once it is of no matter to a later account. */
export async function deleteOldDealt(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('dealt_questions')
    .where('dealt_at', '<=', new Date(now - NOT_AGAIN_MS))
    .where('player_id', 'in', (eb) => eb.selectFrom('deleted_numbers').select('player_id'))
    .execute();
}
