import { postPoints } from '../contract/endpoints/points.ts';
import { isApiError } from '../lib/errors.ts';
import { call } from '../lib/http.ts';
import type { ResultEntry } from './entries.ts';
import {
  COUNTED_ELSEWHERE,
  putOff,
  putOffOrRefused,
  type Sender,
  type SendOutcome,
} from './outcome.ts';
import { removeEntry } from './store.ts';

/** Sends a result: removed after 2xx or `round/already-counted`, else put off or refused. */
export async function sendResult(
  entry: ResultEntry,
  sender: Sender,
  now: () => number,
): Promise<SendOutcome> {
  if (!entry.roundSecret && sender?.playerId !== entry.ownerId) return putOff(entry, now());
  try {
    const { data, meta } = await post(entry, sender);
    await removeEntry(entry.key);
    const { awarded = null, user = null, place = null } = data;
    return { state: 'counted', awarded, user, place, token: meta?.token ?? null };
  } catch (error) {
    if (isApiError(error, 'round/already-counted') || isOtherVersion(error, entry)) {
      await removeEntry(entry.key);
      return COUNTED_ELSEWHERE;
    }
    // A server with rounds names its refusals.
    return putOffOrRefused(entry, now(), error, entry.roundSecret !== null);
  }
}

/**
 * With the player's token first: its reply brings the new balance. By the round's own credential
 * (flows.md#rounds-own-credential) where that token is another player's, not good, or missing.
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

/** Whether the round, played in two tabs, was counted with another transcript: it counts once. */
function isOtherVersion(error: unknown, entry: ResultEntry): boolean {
  return entry.roundSecret !== null && isApiError(error, 'idempotency/mismatch');
}
