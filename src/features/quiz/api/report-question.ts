import { postQuestionReport } from '../../../contract/endpoints/question-reports.ts';
import type { QuestionReport } from '../../../contract/question-reports.ts';
import { ApiError, isApiError, isUnanswered } from '../../../lib/errors.ts';
import { newKey } from '../../../lib/new-key.ts';
import { reportEntry } from '../../../outbox/entries.ts';
import { queueEntry } from '../../../outbox/schedule.ts';
import { playerCall } from '../../../session/player-call.ts';
import { isSignedInAs } from '../../../session/session.ts';

/** What became of a report: sent, saved on the phone, or held as long as the app is open. */
type Reported = 'sent' | 'saved' | 'held';

/**
 * Reports a question (flows.md#reports-of-questions); without an answer, and while the round's result
 * is not there, the outbox goes on with the same key. Throws ApiError when it is refused.
 */
export async function reportQuestion(
  questionId: string,
  report: QuestionReport,
  playerId: string,
): Promise<Reported> {
  const key = newKey();
  // A phone that knows it has no network needs no 30 seconds to find out.
  if (navigator.onLine) {
    try {
      await playerCall(postQuestionReport, { params: { id: questionId }, body: report, key });
      return 'sent';
    } catch (error) {
      if (!isUnanswered(error) && !isApiError(error, 'round/open')) throw error;
    }
  }
  if (!isSignedInAs(playerId)) throw new ApiError('You are signed out', 401, 'session/required');
  const isSaved = await queueEntry(reportEntry(questionId, report, playerId, key, Date.now()));
  return isSaved ? 'saved' : 'held';
}
