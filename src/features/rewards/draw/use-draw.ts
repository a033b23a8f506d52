import { useCallback, useEffect, useState } from 'react';
import { type FoundDraw, findDraw } from '../api/draw.ts';

type Read =
  | { at: 'loading' | 'failed' | 'none' }
  /** `time` counts the readings: each is checked anew. */
  | { at: 'there'; found: FoundDraw; time: number };

/** Reads a month's draw, without a session: anybody may check it. */
export function useDraw(month: string) {
  const [read, setRead] = useState<Read>({ at: 'loading' });
  const [time, setTime] = useState(0);

  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    findDraw(month, signal).then(
      (found) => setRead(found ? { at: 'there', found, time } : { at: 'none' }),
      () => signal.aborted || setRead({ at: 'failed' }),
    );
    return () => leaving.abort();
  }, [month, time]);

  const readAgain = useCallback(() => {
    setRead({ at: 'loading' });
    setTime((times) => times + 1);
  }, []);
  return { read, readAgain };
}
