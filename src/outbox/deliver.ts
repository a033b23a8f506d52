import { postPoints } from '../contract/endpoints/points.ts';
import { isApiError } from '../lib/errors.ts';
import { call } from '../lib/http.ts';
import { deliverMessage } from './deliver-message.ts';
import { type Delivery, putOff, putOffOrPark, type Sender } from './delivery.ts';
import { isMessage, type OutboxEntry, type ResultEntry, removeEntry } from './outbox-storage.ts';

/**
 * Sends one entry once and stores what came of it.
 * @param sender the signed-in player: a result's reply then brings the newer user and token
 * @param now epoch milliseconds
 */
export function deliver(
  entry: OutboxEntry,
  sender: Sender,
  now: () => number = Date.now,
): Promise<Delivery> {
  return isMessage(entry) ? deliverMessage(entry, sender, now) : deliverResult(entry, sender, now);
}

/**
 * Sends a result (contract, a round's own credential): removed after 2xx or
 * `round/already-counted`, else put off or parked.
 */
async function deliverResult(
  entry: ResultEntry,
  sender: Sender,
  now: () => number,
): Promise<Delivery> {
  if (!entry.roundSecret && sender?.playerId !== entry.ownerId) return putOff(entry, now());
  try {
    const { data, meta } = await post(entry, sender);
    await removeEntry(entry.key);
    return {
      state: 'counted',
      awarded: data.awarded ?? null,
      user: data.user ?? null,
      token: meta?.token ?? null,
    };
  } catch (error) {
    if (isApiError(error, 'round/already-counted') || isOtherVersion(error, entry)) {
      await removeEntry(entry.key);
      return { state: 'counted', awarded: null, user: null, token: null };
    }
    // A server with rounds names its refusals.
    return putOffOrPark(entry, now(), error, entry.roundSecret !== null);
  }
}

/**
 * With the player's token first, since its reply brings the new balance; with the round's own
 * credential where that token is another player's, is no longer good, or there is none.
 */
async function post(entry: ResultEntry, sender: Sender) {
  const { roundSecret, submission, key } = entry;
  const request = { body: submission, key };
  if (sender) {
    try {
      return await call(postPoints, { ...request, credential: { token: sender.token } });
    } catch (error) {
      const isOthers = isApiError(error, 'round/not-yours');
      const isSignedOut = isApiError(error) && error.status === 401;
      if (!roundSecret || !(isOthers || isSignedOut)) throw error;
    }
  }
  return call(postPoints, { ...request, ...(roundSecret && { credential: { roundSecret } }) });
}

/**
 * Whether the server counted this round with another transcript under the same key: it was played
 * in two tabs, and a round counts once.
 */
function isOtherVersion(error: unknown, entry: ResultEntry): boolean {
  return entry.roundSecret !== null && isApiError(error, 'idempotency/mismatch');
}
