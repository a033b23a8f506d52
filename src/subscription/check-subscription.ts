import { isNetworkError } from '../lib/errors.ts';
import { currentSession, keepPlayer, playerOf } from '../session/session.ts';
import { forgetAskedPlan, noteCheck } from './asked-plan.ts';
import { verifySubscription } from './verify-subscription.ts';

/**
 * Takes over the newer user and token of the subscription (flows.md#verify-calls), or notes why none
 * runs. It never charges, holds nothing up and says nothing itself; it gives what it found, and
 * never fails.
 */
export function checkSubscription(): Promise<'runs' | 'none' | 'no-network'> {
  const session = currentSession();
  const player = playerOf(session);
  if (!player?.phone) return Promise.resolve('none');
  return verifySubscription(player.phone, session.token).then(
    ({ user, token }) => {
      const now = playerOf(currentSession());
      // A reply that comes after another player signed in belongs to nobody here.
      if (now?.id !== user.id) return 'none';
      forgetAskedPlan();
      // A round that was opened meanwhile has changed the balance since the server read it.
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
