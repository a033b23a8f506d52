import { postContact } from '../contract/endpoints/contact.ts';
import { isApiError } from '../lib/errors.ts';
import { call } from '../lib/http.ts';
import type { MessageEntry } from './entries.ts';
import { putOff, putOffOrRefused, type Sender, type SendOutcome } from './outcome.ts';
import { changeEntry, removeEntry } from './store.ts';

/**
 * Sends a message: removed after 2xx, else put off or given back. It names its writer itself, so
 * without its player it goes without a token; after a 401 it waits until they are back.
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
