import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
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
  const until = asked ? onlyCheckUntil(asked) : 0;
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setTimeout(() => setNow(Date.now()), Math.max(0, until - Date.now()));
    return () => clearTimeout(timer);
  }, [until]);
  return now < until;
}

function isTold(asked: AskedPlan): asked is ToldPlan {
  return asked.kind !== 'asking';
}
