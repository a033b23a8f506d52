import { putUser } from '../../../contract/endpoints/profile.ts';
import { ApiError, isApiError, isUnanswered } from '../../../lib/errors.ts';
import { newKey } from '../../../lib/new-key.ts';
import type { ProfileChange } from '../../../outbox/entries.ts';
import { queueProfile } from '../../../outbox/schedule.ts';
import { playerCall } from '../../../session/player-call.ts';
import { isSignedInAs, refreshPlayer } from '../../../session/session.ts';

/** What became of a change: kept, with the server's word, or waiting, on the phone or in memory. */
export type Saved = { state: 'kept'; message: string } | { state: 'saved' } | { state: 'held' };

/**
 * Saves what a player changed (flows.md#profile-page); without an answer the outbox goes on with the
 * same key. Throws ApiError when it is refused.
 */
export async function saveProfile(
  change: ProfileChange,
  playerId: string,
  key: string,
): Promise<Saved> {
  // A phone that knows it has no network needs no 30 seconds to find out.
  const isTried = navigator.onLine;
  if (isTried) {
    try {
      return { state: 'kept', message: await put(change, key) };
    } catch (error) {
      if (isApiError(error, 'profile/fixed')) await keepTheRest(change);
      if (!isUnanswered(error)) throw error;
    }
  }
  // Signed out meanwhile, in this tab or another: nothing personal stays behind (flows.md#logout).
  if (!isSignedInAs(playerId)) throw new ApiError('You are signed out', 401, 'session/required');
  const isSaved = await queueProfile(change, playerId, isTried ? key : null);
  return { state: isSaved ? 'saved' : 'held' };
}

async function put(change: ProfileChange, key: string): Promise<string> {
  const { data, meta, message } = await playerCall(putUser, { body: change, key });
  refreshPlayer(data, meta?.token);
  return message || 'Profile updated';
}

/** Another phone has set the date of birth: the reply brings it, and the fields go. */
async function keepTheRest(change: ProfileChange): Promise<void> {
  const { dob: _dob, gender: _gender, state: _state, city: _city, ...rest } = change;
  await put(rest, newKey()).catch(() => undefined);
}
