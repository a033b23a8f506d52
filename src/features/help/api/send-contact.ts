import type { ContactMessage } from '../../../contract/contact.ts';
import { postContact } from '../../../contract/endpoints/contact.ts';
import { ApiError, isUnanswered } from '../../../lib/errors.ts';
import { messageEntry } from '../../../outbox/entries.ts';
import { queueEntry } from '../../../outbox/schedule.ts';
import { playerCall } from '../../../session/player-call.ts';
import { isSignedInAs } from '../../../session/session.ts';

/** What became of a message: sent, saved on the phone, or held as long as the app is open. */
export type Sent = 'sent' | 'saved' | 'held';

/**
 * Sends a message (flows.md#contact-us); without an answer the outbox goes on with the same key, so
 * that a message whose reply was lost is not sent twice. Throws ApiError when it is refused.
 */
export async function sendContact(
  message: ContactMessage,
  playerId: string,
  key: string,
): Promise<Sent> {
  // A phone that knows it has no network needs no 30 seconds to find out.
  if (navigator.onLine) {
    try {
      await playerCall(postContact, { body: message, key });
      return 'sent';
    } catch (error) {
      if (!isUnanswered(error)) throw error;
    }
  }
  // Signed out meanwhile, in this tab or another: nothing personal stays behind (flows.md#logout).
  if (!isSignedInAs(playerId)) throw new ApiError('You are signed out', 401, 'session/required');
  const isSaved = await queueEntry(messageEntry(message, playerId, key, Date.now()));
  return isSaved ? 'saved' : 'held';
}
