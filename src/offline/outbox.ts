import { OUTBOX_LOCK } from '../config/storage-keys.ts';
import { type Delivery, deliver, type Sender } from './deliver.ts';
import { readEntries, readEntry } from './outbox-storage.ts';

/** What a round of sending did, by the entry's key. */
export type Deliveries = Map<string, Delivery>;

/**
 * Sends what waits, oldest first, one at a time and from one tab or worker at a time.
 * @param sender the signed-in player, or `null`
 * @param force send entries whose wait is not over as well: the network came back, or a player
 *   asked for it
 * @returns how each entry that was sent ended; empty when another tab is sending
 */
export async function sendWaiting(
  sender: Sender,
  { force = false, now = Date.now }: { force?: boolean; now?: () => number } = {},
): Promise<Deliveries> {
  return withLock(async () => {
    const deliveries: Deliveries = new Map();
    for (const { key } of await readEntries()) {
      // Read again: the list may be older than the last delivery.
      const entry = await readEntry(key);
      if (!entry || entry.refusal || (!force && entry.nextAttemptAt > now())) continue;
      const delivery = await deliver(entry, sender, now);
      deliveries.set(key, delivery);
      // The line is down: the others would fare no better, and a phone on 2G pays for each try.
      if (delivery.state === 'waiting' && delivery.isUnanswered) break;
    }
    return deliveries;
  });
}

async function withLock(send: () => Promise<Deliveries>): Promise<Deliveries> {
  // Old WebViews have no Web Locks: there the server's idempotency alone keeps a result single.
  if (!('locks' in navigator)) return send();
  return navigator.locks.request(OUTBOX_LOCK, { ifAvailable: true }, (lock) =>
    lock ? send() : new Map(),
  );
}
