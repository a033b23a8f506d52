import { useAtomValue } from 'jotai';
import { STANDING_TITLES, standingAtom } from './standing.ts';
import { useSignedInPlayer } from './use-player.ts';

/** Why no plan runs: what became of the one that was asked for, else that it has ended. */
export function useInactiveTitle(): string {
  const { id } = useSignedInPlayer();
  const standing = useAtomValue(standingAtom);
  return standing?.playerId === id ? STANDING_TITLES[standing.kind] : 'Your subscription has ended';
}
