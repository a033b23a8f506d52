import { putUser } from '../../../contract/endpoints/profile.ts';
import { playerCall } from '../../../session/player-call.ts';
import { refreshPlayer } from '../../../session/session.ts';

/** Keeps the player's email, once for a key, and takes over the player who has it. Throws ApiError `email/invalid`. */
export async function keepEmail(email: string, key: string): Promise<void> {
  const { data, meta } = await playerCall(putUser, { body: { email }, key });
  refreshPlayer(data, meta?.token);
}
