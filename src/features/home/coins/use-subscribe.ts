import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { toastError, toastSuccess } from '../../../components/toast.ts';
import type { User } from '../../../contract/user.ts';
import {
  isApiError,
  isNetworkError,
  isUndecided,
  NO_NETWORK_NO_CHARGE,
} from '../../../lib/errors.ts';
import { newKey } from '../../../lib/new-key.ts';
import type { Plan } from '../../../rules/money.ts';
import { formatNumber } from '../../../rules/numbers.ts';
import { currentSession, refreshPlayer } from '../../../session/session.ts';
import { subscribeByAirtime } from '../../../session/subscribe.ts';
import { verifySubscription } from '../../../session/verify-subscription.ts';

/** Subscribes the player to a plan by airtime, and says how it went. */
export function useSubscribe(player: User, onDone: () => void) {
  // One key a plan until it has a definite answer: a second tap never charges twice.
  const keys = useRef<Partial<Record<Plan, string>>>({});
  return useMutation({
    mutationFn: async (plan: Plan) => {
      const phone = player.phone ?? '';
      keys.current[plan] ??= newKey();
      try {
        const subscribed = await subscribeByAirtime(phone, plan, keys.current[plan]);
        if (subscribed) return subscribed;
      } catch (error) {
        if (!isUndecided(error)) delete keys.current[plan];
        // Another tab or phone subscribed meanwhile: only the newer user is missing here.
        if (!isApiError(error, 'subscription/active')) throw error;
      }
      return verifySubscription(phone, currentSession().token);
    },
    onSuccess: ({ user, token }) => {
      refreshPlayer(user, token);
      toastSuccess(`You have ${formatNumber(user.pointBalance)} coins. Pick a level.`);
      onDone();
    },
    onError: (error) => {
      toastError(
        isNetworkError(error)
          ? NO_NETWORK_NO_CHARGE
          : error instanceof Error
            ? error.message
            : 'Unable to complete at the moment',
      );
    },
  });
}
