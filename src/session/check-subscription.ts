import { currentSession, keepPlayer, playerOf } from './session.ts';
import { clearStanding, noteStanding } from './standing.ts';
import { verifySubscription } from './verify-subscription.ts';

/**
 * Takes over the newer user and token of the subscription (flows.md#verify-calls), or notes why none
 * runs. It holds nothing up and says nothing itself; ends when it is known, and never fails.
 */
export function checkSubscription(): Promise<void> {
  const session = currentSession();
  const player = playerOf(session);
  if (!player?.phone) return Promise.resolve();
  return verifySubscription(player.phone, session.token).then(
    ({ user, token }) => {
      clearStanding();
      const now = playerOf(currentSession());
      // A reply that comes after another player signed in belongs to nobody here.
      if (now?.id !== user.id) return;
      // A round that was opened meanwhile has changed the balance since the server read it.
      const isBalanceOlder = now.pointBalance !== player.pointBalance;
      keepPlayer(isBalanceOlder ? { ...user, pointBalance: now.pointBalance } : user, token);
    },
    (error) => noteStanding(error, null),
  );
}
