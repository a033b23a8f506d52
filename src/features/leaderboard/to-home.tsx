import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { toastError } from '../../components/toast.ts';
import { paths } from '../../config/paths.ts';
import { hasOwnEntryBefore } from '../../lib/own-history.ts';

/**
 * Tells the player and sends them home (game.md#board-that-cant-be-read). It goes Back: in place of
 * the board the dashboard would stand twice in the history, and the next Back seem to do nothing.
 */
export function ToHome() {
  const navigate = useNavigate();
  const goHome = useEffectEvent(() => navigate(paths.home, { replace: true }));
  const goBack = useEffectEvent(() => navigate(-1));
  useEffect(() => {
    toastError('Failed to retrieve leaderboard');
    if (!hasOwnEntryBefore()) return void goHome();
    const arrive = () => {
      if (location.pathname !== paths.home) goHome();
    };
    addEventListener('popstate', arrive, { once: true });
    goBack();
    return () => removeEventListener('popstate', arrive);
  }, []);
  return null;
}
