import { postContact } from '../contract/endpoints/contact.ts';
import { isApiError } from '../lib/errors.ts';
import { call } from '../lib/http.ts';
import type { MessageEntry } from './entries.ts';
import { putOff, putOffOrRefused, type Sender, type SendOutcome } from './outcome.ts';
import { changeEntry, removeEntry } from './store.ts';

/**
 * Sends a message: removed after 2xx, else put off or given back. Its player's token goes with it
 * while they are signed in. It names its writer itself, so with the app closed it goes without;
 * an API that wants a token then answers 401, and it is not sent again before its player is back.
 */
export async function sendMessage(
  entry: MessageEntry,
  sender: Sender,
  now: () => number,
): Promise<SendOutcome> {
  const isOwn = sender?.playerId === entry.ownerId;
  if (entry.needsOwner && !isOwn) return putOff(entry, now());
  try {
    await call(postContact, {
      body: entry.message,
      key: entry.key,
      ...(isOwn && { credential: { token: sender.token } }),
    });
    await removeEntry(entry.key);
    return { state: 'sent' };
  } catch (error) {
    if (!isOwn && isApiError(error) && error.status === 401) {
      await changeEntry(entry.key, { needsOwner: true });
    }
    const outcome = await putOffOrRefused(entry, now(), error, false);
    return outcome.state === 'refused' ? { ...outcome, state: 'returned' } : outcome;
  }
}
