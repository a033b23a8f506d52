import { useEffect, useRef, useState } from 'react';
import { isStill } from '../../../lib/motion.ts';

/** How long a figure counts, and how often it changes meanwhile, in milliseconds. */
const COUNT_MS = 300;
const STEP_MS = 50;

/** A figure that counts to its new value instead of jumping there; at once where nothing shall move. */
export function useCount(value: number): number {
  const [shown, setShown] = useState(value);
  const stands = useRef(value);

  useEffect(() => {
    const from = stands.current;
    const startedAt = performance.now();
    const put = (figure: number) => {
      stands.current = figure;
      setShown(figure);
    };
    if (from === value) return;
    if (isStill()) return put(value);
    let timer: ReturnType<typeof setTimeout>;
    const count = () => {
      const share = Math.min(1, (performance.now() - startedAt) / COUNT_MS);
      put(Math.round(from + (value - from) * share));
      if (share < 1) timer = setTimeout(count, STEP_MS);
    };
    timer = setTimeout(count, STEP_MS);
    return () => clearTimeout(timer);
  }, [value]);

  return shown;
}
