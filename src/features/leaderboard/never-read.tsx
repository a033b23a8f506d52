import { EmptyState } from '../../components/empty-state.tsx';
import { EmptyPodium } from './podium/empty-podium.tsx';

/** A board of which the phone has no copy, without a line (game.md#board-that-cant-be-read). */
export function NeverRead() {
  return (
    <EmptyState
      art={<EmptyPodium />}
      title="Not on this phone yet"
      help="Open this leaderboard once with network. After that you see it when network goes, too."
    />
  );
}
