import { OUTBOX_LOCK } from '../config/storage-keys.ts';
import { withLockIfFree } from '../lib/lock.ts';
import { isMessage, isProfile, isReport, isResult, type OutboxEntry } from './entries.ts';
import { LONGEST_WAIT_MS, type Sender, type SendOutcome } from './outcome.ts';
import { sendMessage } from './send-message.ts';
import { sendProfile } from './send-profile.ts';
import { sendReport } from './send-report.ts';
import { sendResult } from './send-result.ts';
import { changeEntry, readEntries, readEntry } from './store.ts';

/**
 * Sends what waits, results first, messages last, each oldest first, from one tab or worker at a
 * time; with `force` also what is not due yet, but nothing that a server has asked to wait with. Gives
 * each outcome by its key; none when another tab is sending.
 */
export async function sendWaiting(
  sender: Sender,
  { force = false, now = Date.now }: { force?: boolean; now?: () => number } = {},
): Promise<Map<string, SendOutcome>> {
  const sent = await withLockIfFree(OUTBOX_LOCK, async () => {
    const outcomes = new Map<string, SendOutcome>();
    let asked: Pick<OutboxEntry, 'nextAttemptAt' | 'heldUntil'> | null = null;
    const entries = await readEntries();
    // A message's own API may be down while points are counted: it holds up no result.
    const inOrder = [isResult, isProfile, isReport, isMessage].flatMap((is) => entries.filter(is));
    for (const { key } of inOrder) {
      // Read again: the list may be older than the last sending.
      const entry = await readEntry(key);
      if (!entry || entry.refusal || !isDue(entry, force, now())) continue;
      if (asked !== null) {
        await changeEntry(key, asked);
        continue;
      }
      const outcome = await sendEntry(entry, sender, now);
      outcomes.set(key, outcome);
      if (outcome.state !== 'waiting') continue;
      // The line is down: the others would fare no better, and a phone on 2G pays for each try.
      if (outcome.isUnanswered) break;
      // Results have no limit of their own: it is that of all that this phone sends.
      if (outcome.isLimited && isResult(entry)) {
        const { heldUntil, nextAttemptAt } = outcome;
        asked = { nextAttemptAt: heldUntil || nextAttemptAt, heldUntil };
      }
    }
    return outcomes;
  });
  return sent ?? new Map();
}

/** Whether an entry's wait is over; one of hours comes from a clock that was put back since. */
function isDue(entry: OutboxEntry, force: boolean, now: number): boolean {
  const dueAt = force ? (entry.heldUntil ?? 0) : entry.nextAttemptAt;
  return dueAt <= now || dueAt > now + LONGEST_WAIT_MS;
}

/** Sends an entry once (`now` in ms); a result's reply to its `sender` brings their newer token. */
export function sendEntry(
  entry: OutboxEntry,
  sender: Sender,
  now: () => number = Date.now,
): Promise<SendOutcome> {
  if (isMessage(entry)) return sendMessage(entry, sender, now);
  if (isProfile(entry)) return sendProfile(entry, sender, now);
  if (isReport(entry)) return sendReport(entry, sender, now);
  return sendResult(entry, sender, now);
}
