import { useAtomValue } from 'jotai';
import { useEffect, useReducer } from 'react';
import { onTimeLearned, serverTime } from '../lib/server-clock.ts';
import { useSignedInPlayer } from '../session/use-player.ts';
import { type AskedPlan, type AskedPlanKind, askedPlanAtom, onlyCheckUntil } from './asked-plan.ts';

export type ToldPlan = AskedPlan & { kind: AskedPlanKind };

/** The plan that the player asked for from airtime and does not have, once something can be told. */
export function useAskedPlan(): ToldPlan | null {
  const { id, isActive } = useSignedInPlayer();
  const asked = useAtomValue(askedPlanAtom);
  return !isActive && asked?.playerId === id && isTold(asked) ? asked : null;
}

/** Whether nothing but its end can be asked for now; ends by itself while it is looked at. */
export function useIsOnlyCheck(asked: AskedPlan | null): boolean {
  const [, look] = useReducer((looks: number) => looks + 1, 0);
  const now = serverTime();
  const until = asked ? onlyCheckUntil(asked, now) : 0;
  const isOnlyCheck = now < until;
  useEffect(() => onTimeLearned(look), []);
  useEffect(() => {
    if (!isOnlyCheck) return;
    const timer = setTimeout(look, until - serverTime());
    return () => clearTimeout(timer);
  }, [isOnlyCheck, until]);
  return isOnlyCheck;
}

function isTold(asked: AskedPlan): asked is ToldPlan {
  return asked.kind !== 'asking';
}
