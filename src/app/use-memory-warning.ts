import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { toastWarning } from '../components/toast.ts';
import { SESSION_KEY } from '../config/storage-keys.ts';
import { storageRefusedAtom } from '../session/session.ts';
import { usePlayer } from '../session/use-player.ts';

/** Who has been told by this page. */
let warnedOf = '';

/** Says once to a player whom their phone does not keep that they will have to sign in again. */
export function useMemoryWarning(): void {
  const playerId = usePlayer()?.id;
  const isRefused = useAtomValue(storageRefusedAtom);
  useEffect(() => {
    if (!playerId || warnedOf === playerId || !isForgotten(playerId, isRefused)) return;
    warnedOf = playerId;
    toastWarning('This phone cannot remember you. You will have to sign in again next time.');
  }, [isRefused, playerId]);
}

/** A full phone refuses what is new: who was kept before is known next time, by an older token. */
function isForgotten(playerId: string, isRefused: boolean): boolean {
  try {
    const kept = localStorage.getItem(SESSION_KEY);
    return isRefused && !kept?.includes(JSON.stringify(playerId));
  } catch {
    return true;
  }
}
