import { putUser } from '../../../contract/endpoints/profile.ts';
import type { User } from '../../../contract/user.ts';
import { upload } from '../../../lib/upload.ts';
import { readUsername } from '../../../rules/players.ts';
import { playerCall } from '../../../session/player-call.ts';
import { refreshPlayer } from '../../../session/session.ts';

type Sending = { key: string; signal: AbortSignal; onProgress: (part: number) => void };

/** Sends a player's picture, once for a key; gives what the server says. Throws as `upload` does. */
export async function sendPicture(
  { name }: Pick<User, 'name'>,
  picture: Blob,
  { key, signal, onProgress }: Sending,
): Promise<string> {
  const nickname = readUsername(name ?? '');
  const body = {
    // An API that keeps the contract may want the name with each change.
    ...(nickname && { name: nickname }),
    image: picture,
    imageName: 'picture.jpg',
  };
  const { data, meta, message } = await playerCall(
    putUser,
    { body, key, signal },
    (endpoint, options) => upload(endpoint, options, onProgress),
  );
  refreshPlayer(data, meta?.token);
  return message || 'Profile updated';
}
