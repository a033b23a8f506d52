import { useCallback, useEffect, useState } from 'react';
import { getDraw, getDrawPaths } from '../../../contract/endpoints/raffle.ts';
import type { Draw, TicketPath } from '../../../contract/raffle.ts';
import { call } from '../../../lib/http.ts';

export type FoundDraw = {
  draw: Draw;
  /** The winner's way up the list; `null` before the draw. */
  winner: TicketPath | null;
};

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

async function findDraw(month: string, signal: AbortSignal): Promise<FoundDraw | null> {
  const { data: draw } = await call(getDraw, { params: { month }, signal });
  if (!draw) return null;
  if (draw.state !== 'drawn') return { draw, winner: null };
  const { data } = await call(getDrawPaths, { params: { month }, query: {}, signal });
  return { draw, winner: data.winner };
}
