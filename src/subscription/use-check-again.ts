import { useState } from 'react';
import { store } from '../session/session.ts';
import { askedPlanAtom } from './asked-plan.ts';
import { checkSubscription } from './check-subscription.ts';

/** What is said of a check that has found nothing else. */
export const NOTHING_NEW = 'Nothing new yet';

/** What a check has found; `same`: what is told of the plan already is all that is known. */
type Found = Awaited<ReturnType<typeof checkSubscription>> | 'same';

/** 'Check again': asks what became of a plan; it never charges (flows.md#subscription-that-does-not-run). */
export function useCheckAgain(onFound: (found: Found) => void) {
  const [isChecking, setChecking] = useState(false);
  async function check() {
    const before = store.get(askedPlanAtom)?.kind;
    setChecking(true);
    const found = await checkSubscription();
    setChecking(false);
    const isSame = found === 'none' && store.get(askedPlanAtom)?.kind === before;
    onFound(isSame ? 'same' : found);
  }
  return { isChecking, check: () => void check() };
}
