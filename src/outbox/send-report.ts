import { postQuestionReport } from '../contract/endpoints/question-reports.ts';
import { isApiError } from '../lib/errors.ts';
import { call } from '../lib/http.ts';
import type { ReportEntry } from './entries.ts';
import { putOff, putOffOrRefused, type Sender, type SendOutcome } from './outcome.ts';
import { removeEntry } from './store.ts';

/**
 * Sends the report of a question with its player's token alone: removed after 2xx and once it is
 * refused for good, else put off, also while the round's own result is not there (`round/open`).
 */
export async function sendReport(
  entry: ReportEntry,
  sender: Sender,
  now: () => number,
): Promise<SendOutcome> {
  if (sender?.playerId !== entry.ownerId) return putOff(entry, now());
  const { key, questionId: id, report } = entry;
  let message: string | null = null;
  try {
    const credential = { token: sender.token };
    ({ message = null } = await call(postQuestionReport, {
      params: { id },
      body: report,
      key,
      credential,
    }));
  } catch (error) {
    if (isApiError(error, 'round/open')) return putOff(entry, now(), error);
    const outcome = await putOffOrRefused(entry, now(), error, false);
    if (outcome.state !== 'refused') return outcome;
  }
  await removeEntry(key);
  return { state: 'kept', user: null, token: null, message };
}
