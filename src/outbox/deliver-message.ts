import { postContact } from '../contract/endpoints/contact.ts';
import { isApiError } from '../lib/errors.ts';
import { call } from '../lib/http.ts';
import { type Delivery, putOff, putOffOrPark, type Sender } from './delivery.ts';
import { changeEntry, type MessageEntry, removeEntry } from './outbox-storage.ts';

/**
 * Sends a message: removed after 2xx, else put off or parked. Its player's token goes with it
 * while they are signed in. It names its writer itself, so with the app closed it goes without;
 * an API that wants a token then answers 401, and it is not sent again before its player is back.
 */
export async function deliverMessage(
  entry: MessageEntry,
  sender: Sender,
  now: () => number,
): Promise<Delivery> {
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
    const delivery = await putOffOrPark(entry, now(), error, false);
    return delivery.state === 'refused' ? { ...delivery, state: 'returned' } : delivery;
  }
}
