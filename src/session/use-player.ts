import { useAtomValue } from 'jotai';
import type { User } from '../contract/user.ts';
import { playerOf, sessionAtom } from './session.ts';

export function usePlayer(): User | null {
  return playerOf(useAtomValue(sessionAtom));
}

/** The signed-in player on a screen that the guards show to players alone. */
export function useSignedInPlayer(): User {
  const player = usePlayer();
  if (!player) throw new Error('This screen is for signed-in players.');
  return player;
}
