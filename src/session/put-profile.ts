import { putUser } from '../contract/profile.ts';
import type { CallOptions } from '../lib/http.ts';
import { playerCall } from './player-call.ts';
import { refreshPlayer } from './session.ts';

type ProfilePart = NonNullable<CallOptions<typeof putUser>['body']>;

/**
 * Saves part of the player's profile, once for a key, and takes over the player as they are now. Gives
 * the server's words, if it has any. Throws ApiError where it is refused, and NetworkError.
 */
export async function putProfile(part: ProfilePart, key: string): Promise<string> {
  const { data, meta, message } = await playerCall(putUser, { body: part, key });
  refreshPlayer(data, meta?.token);
  return message ?? '';
}
