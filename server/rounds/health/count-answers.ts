import { sql } from 'kysely';
import type { Db, Trx } from '../../database/tables.ts';
import { termsOf } from '../terms.ts';
import { answersOf } from './answers.ts';
import { middleOf, type Past } from './strength.ts';
import { type Stat, tally } from './tally.ts';

/** So that nothing waits long for the embedded database, and no statement has too many values. */
const ROUNDS_AT_ONCE = 300;
/** A result is counted in a transaction that began before: none lasts that long. */
const SETTLED_MS = 60_000;

/**
 * Counts the answers of the rounds that were counted since the last time, each once, in pieces; of a
 * process that is at it already, nothing (game.md#level-by-answers).
 */
export async function countAnswers(db: Db, now: number, signal: AbortSignal): Promise<void> {
  const until = new Date(now - SETTLED_MS);
  let isMore = true;
  while (isMore && !signal.aborted) {
    isMore = await db.transaction().execute((trx) => countPiece(trx, until));
  }
}

async function countPiece(trx: Trx, until: Date): Promise<boolean> {
  const mark = await trx
    .selectFrom('question_counting')
    .select(['closed_at', 'round_id'])
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!mark) return false;
  const rounds = await roundsAfter(trx, mark, until);
  const last = rounds.at(-1);
  if (!last?.closed_at) return false;
  const answers = rounds.flatMap((round) => {
    const { player_id: playerId, question_level: level, questions, transcript, repeats } = round;
    if (transcript === null || repeats === null) return [];
    return answersOf({ playerId, level, terms: termsOf(round), questions, transcript, repeats });
  });
  if (answers.length > 0) {
    const players = [...new Set(answers.map(({ playerId }) => playerId))];
    const difficulties = await readDifficulties(trx);
    const { stats, pasts } = tally(answers, {
      pasts: await readPasts(trx, players),
      difficultyOf: (id, level) => difficulties.get(id) ?? middleOf(level),
    });
    await addStats(trx, stats);
    await writePasts(trx, pasts);
  }
  await trx
    .updateTable('question_counting')
    .set({ closed_at: last.closed_at, round_id: last.id })
    .execute();
  return rounds.length === ROUNDS_AT_ONCE;
}

function roundsAfter(trx: Trx, mark: { closed_at: Date; round_id: string }, until: Date) {
  return (
    trx
      .selectFrom('rounds')
      .innerJoin('players', 'players.id', 'rounds.player_id')
      .selectAll('rounds')
      .where('rounds.state', '=', 'counted')
      .where('rounds.repeats', 'is not', null)
      // What a machine may have played says nothing of a question.
      .where(sql<boolean>`cardinality(rounds.flags) = 0`)
      .where('players.deleted_at', 'is', null)
      .where(
        sql<boolean>`(rounds.closed_at, rounds.id) > (${mark.closed_at}, ${mark.round_id}::uuid)`,
      )
      .where('rounds.closed_at', '<', until)
      .orderBy('rounds.closed_at')
      .orderBy('rounds.id')
      .limit(ROUNDS_AT_ONCE)
      .execute()
  );
}

async function readDifficulties(trx: Trx): Promise<Map<string, number>> {
  const rows = await trx
    .selectFrom('question_standings')
    .select(['question_id', 'difficulty'])
    .execute();
  return new Map(rows.map((row) => [row.question_id, row.difficulty]));
}

async function readPasts(trx: Trx, players: readonly number[]): Promise<Map<number, Past>> {
  const rows = await trx
    .selectFrom('player_pasts')
    .selectAll()
    .where('player_id', 'in', players)
    .execute();
  return new Map(
    rows.map(({ player_id, asked, right_answers: right, difficulty }) => [
      player_id,
      { asked, right, difficulty },
    ]),
  );
}

async function addStats(trx: Trx, stats: readonly Stat[]): Promise<void> {
  const sum = (column: string) =>
    sql<number>`${sql.ref(`question_stats.${column}`)} + ${sql.ref(`excluded.${column}`)}`;
  await trx
    .insertInto('question_stats')
    .values(
      stats.map(({ questionId, right, wrong, timedOut, ...rest }) => ({
        ...rest,
        question_id: questionId,
        right_answers: right,
        wrong_answers: wrong,
        timed_out: timedOut,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['question_id', 'level', 'band']).doUpdateSet({
        right_answers: sum('right_answers'),
        wrong_answers: sum('wrong_answers'),
        skipped: sum('skipped'),
        timed_out: sum('timed_out'),
        strengths: sum('strengths'),
        times: sql<number[]>`(
          select array_agg(a + b order by place)
          from unnest(question_stats.times, excluded.times) with ordinality as t (a, b, place)
        )`,
      }),
    )
    .execute();
}

async function writePasts(trx: Trx, pasts: ReadonlyMap<number, Past>): Promise<void> {
  const rows = [...pasts].map(([player_id, { asked, right, difficulty }]) => {
    return { player_id, asked, right_answers: right, difficulty };
  });
  await trx
    .insertInto('player_pasts')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('player_id').doUpdateSet({
        asked: sql`excluded.asked`,
        right_answers: sql`excluded.right_answers`,
        difficulty: sql`excluded.difficulty`,
      }),
    )
    .execute();
}
