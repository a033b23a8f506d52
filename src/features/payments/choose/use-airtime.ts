import { useMutation } from '@tanstack/react-query';
import { toastError } from '../../../components/toast.ts';
import type { User } from '../../../contract/user.ts';
import {
  isApiError,
  isNetworkError,
  isUndecided,
  NO_NETWORK_NO_CHARGE,
} from '../../../lib/errors.ts';
import type { Plan } from '../../../rules/money.ts';
import { currentSession, refreshPlayer } from '../../../session/session.ts';
import { callFor, forgetAskedPlan, noteRefusal } from '../../../subscription/asked-plan.ts';
import type { Purchase } from '../../../subscription/purchase.ts';
import { subscribeByAirtime } from '../../../subscription/subscribe.ts';
import { verifySubscription } from '../../../subscription/verify-subscription.ts';

type Options = {
  player: User;
  /** Where the purchase began. */
  door: Purchase['door'];
  /** What a plan's button says, in kobo. */
  priceOf: (plan: Plan) => number;
  onPaid: () => void;
};

/** Subscribes the player to a plan by airtime, and notes how it went (flows.md#subscribe-call). */
export function useAirtime({ player, door, priceOf, onPaid }: Options) {
  return useMutation({
    mutationFn: async (plan: Plan) => {
      const phone = player.phone ?? '';
      const said = { door, kobo: priceOf(plan) };
      try {
        const subscribed = await subscribeByAirtime(phone, callFor(player.id, plan, said));
        if (subscribed) return subscribed;
      } catch (error) {
        // Another tab or phone subscribed meanwhile: only the newer user is missing here.
        if (!isApiError(error, 'subscription/active')) throw error;
      }
      return verifySubscription(phone, currentSession().token);
    },
    onSuccess: ({ user, token }) => {
      forgetAskedPlan();
      refreshPlayer(user, token);
      onPaid();
    },
    onError: (error, plan) => {
      noteRefusal(error, plan);
      if (isNetworkError(error)) toastError(NO_NETWORK_NO_CHARGE);
      // Also a second 'no': the notice of the first stands there already, perhaps out of sight.
      else if (!isUndecided(error)) toastError(error.message);
    },
  });
}
