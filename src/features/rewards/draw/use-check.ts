import { useEffect, useState } from 'react';
import type { FoundDraw } from '../api/draw.ts';
import { type Finding, verifyFigure, verifyList, verifySeed, verifyWinner } from './verify.ts';

export type Check = {
  /** What each step found so far, up to the first that is wrong. */
  findings: readonly Finding[];
  isDone: boolean;
  /** How long the phone has worked, in milliseconds. */
  tookMs: number;
};

const BEGUN: Check = { findings: [], isDone: false, tookMs: 0 };

/** The steps of a checked draw, in their order (game.md#checked-draw). */
export const CHECKS = [
  ({ draw, winner }: FoundDraw) => verifyList(draw, winner),
  ({ draw }: FoundDraw) => verifySeed(draw),
  ({ draw }: FoundDraw) => verifyFigure(draw),
  ({ draw, winner }: FoundDraw) => verifyWinner(draw, winner),
] as const;

/** Works a draw out on this phone, one step after the other. */
export function useCheck(found: FoundDraw): Check {
  const [check, setCheck] = useState(BEGUN);
  useEffect(() => {
    let isGone = false;
    async function work(): Promise<void> {
      const startedAt = performance.now();
      const findings: Finding[] = [];
      for (const verify of CHECKS) {
        const finding = await verify(found);
        if (isGone) return;
        findings.push(finding);
        const isDone = !finding.isRight || findings.length === CHECKS.length;
        setCheck({ findings: [...findings], isDone, tookMs: performance.now() - startedAt });
        if (isDone) return;
        await nextFrame();
      }
    }
    void work();
    return () => {
      isGone = true;
    };
  }, [found]);
  return check;
}

/** Each step is seen before the next. */
function nextFrame(): Promise<void> {
  return new Promise((next) => requestAnimationFrame(() => next()));
}
