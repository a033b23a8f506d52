import { putUser } from '../../../contract/endpoints/profile.ts';
import { playerCall } from '../../../session/player-call.ts';
import { refreshPlayer } from '../../../session/session.ts';

/** Keeps the player's date of birth, for good (game.md#age). */
export async function keepBirthDate(dob: string, key: string): Promise<void> {
  const { data, meta } = await playerCall(putUser, { body: { dob }, key });
  refreshPlayer(data, meta?.token);
}
