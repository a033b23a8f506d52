import { getOwnData } from '../../../contract/endpoints/my-data.ts';
import { ApiError } from '../../../lib/errors.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { playerCall } from '../../../session/player-call.ts';
import { isSignedInAs } from '../../../session/session.ts';

/** Saves all that is kept about the player as one file. Throws ApiError, NetworkError. */
export async function saveOwnData(playerId: string): Promise<void> {
  const { data } = await playerCall(getOwnData, { isLong: true });
  // Signed out meanwhile, in another tab: nothing personal stays behind (flows.md#logout).
  if (!isSignedInAs(playerId)) throw new ApiError('You are signed out', 401, 'session/required');
  saveFile('football-mastermind-my-data.json', 'application/json', JSON.stringify(data, null, 2));
}
