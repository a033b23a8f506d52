import { useSyncExternalStore } from 'react';
import { useLoaded } from '../components/use-loaded.ts';

const loadSideBoard = () =>
  import('../features/leaderboard/side/side-board.tsx').then((part) => part.SideBoard);

const wide = globalThis.matchMedia?.('(min-width: 900px)');

function subscribe(listener: () => void): () => void {
  wide?.addEventListener('change', listener);
  return () => wide?.removeEventListener('change', listener);
}

/** A wide screen has room for the board beside the dashboard; a phone loads nothing of it. */
export function SideBoardGate() {
  const isWide = useSyncExternalStore(subscribe, () => wide?.matches ?? false);
  const SideBoard = useLoaded(isWide ? loadSideBoard : null);
  return SideBoard && <SideBoard />;
}
