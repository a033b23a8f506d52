import { useEffect, useState } from 'react';
import { ageText } from '../lib/time.ts';

const MINUTE_MS = 60_000;

/**
 * Shows how old a copy is, renewed each minute: `5 minutes ago`, `Tuesday`. `at` is in epoch
 * milliseconds.
 */
export function Age({ at }: { at: number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return ageText(at, now);
}
