import { useEffect, useState } from 'react';

/** So long after an answer what comes next is laid out: its colour has been drawn by then. */
const LAY_OUT_AFTER_MS = 250;

/** Turns true when what comes after the answer that is shown may be laid out, unseen. */
export function useLayOut(isAnswered: boolean): boolean {
  const [isLater, setLater] = useState(false);
  useEffect(() => {
    if (!isAnswered) return;
    const timer = setTimeout(setLater, LAY_OUT_AFTER_MS, true);
    return () => {
      clearTimeout(timer);
      setLater(false);
    };
  }, [isAnswered]);
  return isLater && isAnswered;
}
