import { putUser } from '../contract/profile.ts';
import type { CallOptions } from '../lib/http.ts';
import { playerCall } from './player-call.ts';
import { refreshPlayer } from './session.ts';

type ProfilePart = NonNullable<CallOptions<typeof putUser>['body']>;

/**
 * Saves part of the player's profile, once for each key, and updates the player in the session. Gives the
 * server's message, if it sends one. Throws ApiError for a refusal, and NetworkError.
 */
export async function putProfile(part: ProfilePart, key: string): Promise<string> {
  const { data, meta, message } = await playerCall(putUser, { body: part, key });
  refreshPlayer(data, meta?.token);
  return message ?? '';
}
