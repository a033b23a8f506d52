import type { QuestionReportReason } from '../../src/contract/question-reports.ts';
import { DAY_MS, dayOf, lagosDate } from '../../src/rules/calendar.ts';
import { lockCaller } from '../accounts/players.ts';
import type { Db, Trx } from '../database/tables.ts';
import { tooOften } from '../http/limits.ts';
import { Refusal } from '../http/serve.ts';
import { findRound } from './count.ts';

const REPORTS_PER_DAY = 20;
const REPORT_MEMORY_MS = 365 * DAY_MS;

type Report = {
  playerId: number;
  questionId: string;
  roundId: string;
  reason: QuestionReportReason;
};

/**
 * Stores a player's report of a wrong question for the operator; a further report of the question by the same
 * player is ignored. Throws Refusal 404 `question/not-dealt`, 409 `round/open`, 429 `rate/limited`
 * (help.md#reports-of-questions).
 */
export async function reportQuestion(
  trx: Trx,
  { playerId, questionId, roundId, reason }: Report,
  now: number,
): Promise<void> {
  await lockCaller(trx, playerId);
  const level = await levelAskedAt(trx, { playerId, questionId, roundId });
  const day = lagosDate(now);
  const added = await trx
    .insertInto('question_reports')
    .values({
      player_id: playerId,
      question_id: questionId,
      round_id: roundId,
      level,
      reason,
      day,
      at: new Date(now),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('question_id')
    .executeTakeFirst();
  if (!added) return;
  const { reports } = await trx
    .selectFrom('question_reports')
    .select(({ fn }) => fn.countAll<number>().as('reports'))
    .where('player_id', '=', playerId)
    .where('day', '=', day)
    .executeTakeFirstOrThrow();
  if (Number(reports) <= REPORTS_PER_DAY) return;
  const message = 'You have reported many questions today. Please try again tomorrow.';
  throw tooOften(Math.ceil((dayOf(now).endsAt - now) / 1000), message);
}

/** The level of a question that a player was dealt in a finished round. */
async function levelAskedAt(trx: Trx, { playerId, questionId, roundId }: Omit<Report, 'reason'>) {
  const found = await findRound(trx, roundId);
  if (found?.player_id !== playerId) throw notDealt();
  const { state, questions, question_level } = await trx
    .selectFrom('rounds')
    .select(['state', 'questions', 'question_level'])
    .where('id', '=', roundId)
    .executeTakeFirstOrThrow();
  if (!questions.some(({ id }) => id === questionId)) throw notDealt();
  // The round's result may be on its way. The phone sends the report again after the result.
  if (state === 'open') {
    throw new Refusal(409, 'round/open', 'The result of this game has not come yet');
  }
  return question_level;
}

function notDealt(): Refusal {
  return new Refusal(404, 'question/not-dealt', 'You were not asked this question in that game');
}

/** Deletes reports of questions that are a year old. */
export async function deleteOldQuestionReports(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('question_reports')
    .where('at', '<', new Date(now - REPORT_MEMORY_MS))
    .execute();
}
