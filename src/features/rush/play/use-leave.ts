import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { toastError, toastWarning } from '../../../components/toast.ts';
import { paths } from '../../../config/paths.ts';
import { isApiError, NO_NETWORK } from '../../../lib/errors.ts';

/** Whoever leaves without a line waits no longer than this, in milliseconds. */
const PATIENCE_MS = 6000;

/** Leaves a run for the entry: once its end is told or refused, or when its player has waited for it. */
export function useLeave(endRun: () => Promise<void>) {
  const navigate = useNavigate();
  const [isLeaving, setLeaving] = useState(false);
  const toEntry = () => navigate(paths.rush, { replace: true });
  const giveUp = useEffectEvent(() => {
    toastWarning(`${NO_NETWORK}. Your run ends by itself, and its points count.`);
    toEntry();
  });
  useEffect(() => {
    if (!isLeaving) return;
    const timer = setTimeout(() => giveUp(), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [isLeaving]);

  function leave() {
    setLeaving(true);
    endRun().then(toEntry, (error) => {
      // Else nobody waits any more.
      if (!isApiError(error)) return;
      toastError(error.message);
      toEntry();
    });
  }

  return { isLeaving, leave };
}
