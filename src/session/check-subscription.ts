import { currentSession, keepPlayer, playerOf } from './session.ts';
import { verifySubscription } from './verify-subscription.ts';

/**
 * Takes over the newer user and token of the subscription (flows.md#verify-calls). It holds nothing
 * up and says nothing: the level picker does when it matters.
 */
export function checkSubscription(): void {
  const session = currentSession();
  const player = playerOf(session);
  if (!player?.phone) return;
  verifySubscription(player.phone, session.token).then(
    ({ user, token }) => {
      const now = playerOf(currentSession());
      // A reply that comes after another player signed in belongs to nobody here.
      if (now?.id !== user.id) return;
      // A round that was opened meanwhile has changed the balance since the server read it.
      const isBalanceOlder = now.pointBalance !== player.pointBalance;
      keepPlayer(isBalanceOlder ? { ...user, pointBalance: now.pointBalance } : user, token);
    },
    () => undefined,
  );
}
