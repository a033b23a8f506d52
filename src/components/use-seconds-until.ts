import { useEffect, useState } from 'react';

/** The whole seconds until an instant, told anew each second; 0 once it is past. */
export function useSecondsUntil(at: number): number {
  const [now, setNow] = useState(Date.now);
  const isPast = now >= at;
  useEffect(() => {
    if (isPast && Date.now() >= at) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isPast, at]);
  return Math.max(0, Math.ceil((at - now) / 1000));
}

/** What is left, in seconds: `0:32`. */
export function countdownText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
