import { getOwnData } from '../../../contract/endpoints/my-data.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { playerCall } from '../../../session/player-call.ts';

/** Saves all that is kept about the player as one file. */
export async function saveOwnData(): Promise<void> {
  const { data } = await playerCall(getOwnData, { isLong: true });
  saveFile('football-mastermind-my-data.json', 'application/json', JSON.stringify(data, null, 2));
}
