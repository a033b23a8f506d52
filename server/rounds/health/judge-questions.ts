import { sql } from 'kysely';
import type { BankQuestion } from '../../../question-bank/reader/bank.ts';
import { lagosDate } from '../../../src/rules/calendar.ts';
import type { Db, Trx } from '../../database/tables.ts';
import type { Stat } from './tally.ts';
import { judgeAll, type Suspicion } from './verdict.ts';

const ROWS_AT_ONCE = 5000;

/** When hardly anybody plays. */
const NIGHT_HOUR = 3;
const HOUR_MS = 3_600_000;

/** Judges the questions by all their answers, once a night on however many processes. */
export async function judgeQuestions(
  db: Db,
  questions: readonly BankQuestion[],
  now: number,
): Promise<void> {
  const night = lagosDate(now - NIGHT_HOUR * HOUR_MS);
  await db.transaction().execute(async (trx) => {
    const due = await trx
      .selectFrom('question_counting')
      .select('judged_on')
      .where(sql<boolean>`judged_on is distinct from ${night}`)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!due) return;
    await judge(trx, questions, now);
    await trx.updateTable('question_counting').set({ judged_on: night }).execute();
  });
}

async function judge(trx: Trx, questions: readonly BankQuestion[], now: number): Promise<void> {
  const stats = await readStats(trx);
  const before = await trx.selectFrom('question_standings').selectAll().execute();
  const standings = new Map(before.map((row) => [row.question_id, row]));
  const answered = questions.flatMap(({ id, question, level }) => {
    const own = stats.get(id);
    if (!own) return [];
    return [{ id, question, level, dealtAt: standings.get(id)?.level ?? level, stats: own }];
  });
  const rows = judgeAll(answered).map(({ id, fit, verdict, belongs }) => {
    const standing = standings.get(id);
    const found: Suspicion | null = verdict === 'key' || verdict === 'fast' ? verdict : null;
    const isLevelKnown = found === null && verdict !== 'too few answers';
    return {
      question_id: id,
      level: isLevelKnown ? belongs : (standing?.level ?? null),
      difficulty: fit.difficulty,
      error: fit.error,
      // A suspicion stays until the editor has looked.
      suspicion: standing?.suspicion ?? found,
      suspected_at: standing?.suspected_at ?? (found && new Date(now)),
    };
  });
  if (rows.length === 0) return;
  await trx.deleteFrom('question_standings').execute();
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    await trx
      .insertInto('question_standings')
      .values(rows.slice(from, from + ROWS_AT_ONCE))
      .execute();
  }
}

/** The counts of every question that was answered. */
export async function readStats(db: Db): Promise<Map<string, Stat[]>> {
  const rows = await db.selectFrom('question_stats').selectAll().execute();
  const stats = rows.map(({ question_id, right_answers, wrong_answers, timed_out, ...rest }) => ({
    ...rest,
    questionId: question_id,
    right: right_answers,
    wrong: wrong_answers,
    timedOut: timed_out,
  }));
  return Map.groupBy(stats, ({ questionId }) => questionId);
}

/** Forgets the answers and the suspicion of a question that waits for the editor; `false` where none does. */
export async function forgetAnswers(trx: Trx, id: string): Promise<boolean> {
  // Not while they are judged: what is judged is written anew.
  await trx.selectFrom('question_counting').select('judged_on').forUpdate().execute();
  const forgotten = await trx
    .deleteFrom('question_standings')
    .where('question_id', '=', id)
    .where('suspicion', 'is not', null)
    .returning('question_id')
    .executeTakeFirst();
  if (!forgotten) return false;
  await trx.deleteFrom('question_stats').where('question_id', '=', id).execute();
  return true;
}
