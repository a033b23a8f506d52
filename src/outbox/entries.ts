import type { ContactMessage } from '../contract/contact.ts';
import type { MessageEntry } from './store.ts';

/**
 * A message as it goes into the outbox.
 * @param key the idempotency key it may have been sent with already
 * @param now epoch milliseconds
 */
export function messageEntry(
  message: ContactMessage,
  ownerId: string,
  key: string,
  now: number,
): MessageEntry {
  return {
    kind: 'message',
    key,
    message,
    ownerId,
    createdAt: now,
    attempts: 0,
    nextAttemptAt: now,
    refusal: null,
  };
}
