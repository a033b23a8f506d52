import { useEffect, useState } from 'react';

/**
 * Whose turn it is on a screen that waits for answers. Each attempt takes the turn; a later one,
 * an `end` and leaving the screen take it away, and what comes late then changes nothing.
 */
export function useTurn() {
  const [turn] = useState(() => {
    let current = 0;
    return {
      /** Takes the turn; the result tells whether it still holds. */
      take(): () => boolean {
        const mine = ++current;
        return () => current === mine;
      },
      end: () => void current++,
    };
  });
  useEffect(() => turn.end, [turn]);
  return turn;
}
