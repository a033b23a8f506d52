import { useState } from 'react';
import { isNetworkError } from '../lib/errors.ts';
import { currentSession, keepPlayer, playerOf, store } from '../session/session.ts';
import {
  ASKED_PLAN_TITLES,
  askedPlanAtom,
  forgetAskedPlan,
  noteCheck,
  useAskedPlan,
} from './asked-plan.ts';
import { verifySubscription } from './subscribe.ts';

/**
 * Takes over the newer user and token of the subscription (subscription.md#verify-calls), or notes why none
 * runs. It never charges, never fails, blocks nothing and shows nothing itself. Gives its result.
 */
export function checkSubscription(): Promise<'runs' | 'none' | 'no-network'> {
  const session = currentSession();
  const player = playerOf(session);
  if (!player?.phone) return Promise.resolve('none');
  return verifySubscription(player.phone, session.token).then(
    ({ user, token }) => {
      const now = playerOf(currentSession());
      // A reply that comes after another player signed in is dropped.
      if (now?.id !== user.id) return 'none';
      forgetAskedPlan();
      // A round that was opened meanwhile may have changed the balance since the server read it.
      const isBalanceOlder = now.pointBalance !== player.pointBalance;
      keepPlayer(isBalanceOlder ? { ...user, pointBalance: now.pointBalance } : user, token);
      return 'runs';
    },
    (error) => {
      if (playerOf(currentSession())?.id === player.id) noteCheck(error);
      return isNetworkError(error) ? 'no-network' : 'none';
    },
  );
}

/** The text for a check that has found nothing new. */
export const NOTHING_NEW = 'Nothing new yet';

/** The result of a check. `same` says no more than the plan's notice already does. */
type Found = Awaited<ReturnType<typeof checkSubscription>> | 'same';

/**
 * The button 'Check again': it asks for a plan's state and never charges
 * (subscription.md#subscription-that-does-not-run).
 */
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

/** Says why no plan runs: the state of the plan that was asked for, or else that the plan has ended. */
export function useInactiveTitle(): string {
  const asked = useAskedPlan();
  return asked ? ASKED_PLAN_TITLES[asked.kind] : 'Your subscription has ended';
}
