import { OUTBOX_LOCK } from '../config/storage-keys.ts';
import { ifNobodyIsAtIt } from '../lib/lock.ts';
import type { Delivery, Sender } from './outcome.ts';
import { deliver } from './send-result.ts';
import { isMessage, isResult, type OutboxEntry, readEntries, readEntry } from './store.ts';

/** No server asks for a longer wait than this, in milliseconds. */
const LONGEST_WAIT_MS = 3_600_000;

/** What a round of sending did, by the entry's key. */
export type Deliveries = Map<string, Delivery>;

/**
 * Sends what waits, results before messages and each oldest first, one at a time and from one tab
 * or worker at a time.
 * @param sender the signed-in player, or `null`
 * @param force send entries whose wait is not over as well: the network came back, or a player
 *   asked for it
 * @returns how each entry that was sent ended; empty when another tab is sending
 */
export async function sendWaiting(
  sender: Sender,
  { force = false, now = Date.now }: { force?: boolean; now?: () => number } = {},
): Promise<Deliveries> {
  const sent = await ifNobodyIsAtIt(OUTBOX_LOCK, async () => {
    const deliveries: Deliveries = new Map();
    const entries = await readEntries();
    // A message's own API may be down while points are counted: it holds up no result.
    for (const { key } of [...entries.filter(isResult), ...entries.filter(isMessage)]) {
      // Read again: the list may be older than the last delivery.
      const entry = await readEntry(key);
      if (!entry || entry.refusal || (!force && !isDue(entry, now()))) continue;
      const delivery = await deliver(entry, sender, now);
      deliveries.set(key, delivery);
      // The line is down: the others would fare no better, and a phone on 2G pays for each try.
      if (delivery.state === 'waiting' && delivery.isUnanswered) break;
    }
    return deliveries;
  });
  return sent ?? new Map();
}

/** Whether an entry's wait is over; one of hours comes from a clock that was put back since. */
function isDue({ nextAttemptAt }: OutboxEntry, now: number): boolean {
  return nextAttemptAt <= now || nextAttemptAt > now + LONGEST_WAIT_MS;
}
