import { sql } from 'kysely';
import type { RoundBest } from '../../src/contract/boards.ts';
import { type Level, QUESTIONS_PER_ROUND } from '../../src/rules/levels.ts';
import type { RoundTerms } from '../../src/rules/round.ts';
import type { Db, Trx } from '../database/tables.ts';

type TermsRow = {
  level: Level;
  coins_per_question: number;
  points_per_correct: number;
  timer_ms: number;
};

export function termsOf(row: TermsRow): RoundTerms {
  return {
    level: row.level,
    coinsPerQuestion: row.coins_per_question,
    pointsPerCorrect: row.points_per_correct,
    timerMs: row.timer_ms,
  };
}

/** The coins that an issued round holds. */
export function costOf(row: { coins_per_question: number }): number {
  return row.coins_per_question * QUESTIONS_PER_ROUND;
}

type Counted = { playerId: number; categoryId: string; level: Level; right: number };

/** Stores the number of right answers of a counted round if it is the highest in its category and level. */
export async function noteBest(trx: Trx, { playerId, categoryId, level, right }: Counted) {
  await trx
    .insertInto('round_bests')
    .values({ player_id: playerId, category_id: categoryId, level, right_answers: right })
    .onConflict((conflict) =>
      conflict.columns(['player_id', 'category_id', 'level']).doUpdateSet({
        right_answers: sql`greatest(round_bests.right_answers, excluded.right_answers)`,
      }),
    )
    .execute();
}

/** A player's best games, in the order of categories and levels (game.md#best-game). */
export function readBests(db: Db, playerId: number): Promise<RoundBest[]> {
  return db
    .selectFrom('round_bests')
    .select(['category_id as categoryId', 'level', 'right_answers as right'])
    .where('player_id', '=', playerId)
    .orderBy('category_id')
    .orderBy('level')
    .execute();
}
