import { useEffect, useState } from 'react';
import { ageText } from '../lib/time.ts';

const MINUTE_MS = 60_000;

/** Words for a copy's age (epoch milliseconds), renewed each minute: `5 minutes ago`, `Tuesday`. */
export function Age({ at }: { at: number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return ageText(at, now);
}
