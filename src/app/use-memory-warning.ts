import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { toastWarning } from '../components/toast.ts';
import { storageRefusedAtom } from '../session/session.ts';
import { usePlayer } from '../session/use-player.ts';

/** Says once to a player whose phone keeps nothing that they will have to sign in again. */
export function useMemoryWarning(): void {
  const isPlayer = usePlayer() !== null;
  const isForgotten = useAtomValue(storageRefusedAtom) && isPlayer;
  useEffect(() => {
    if (!isForgotten) return;
    toastWarning('This phone cannot remember you. You will have to sign in again next time.');
  }, [isForgotten]);
}
