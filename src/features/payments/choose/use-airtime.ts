import { useMutation } from '@tanstack/react-query';
import { toastError, toastSuccess } from '../../../components/toast.ts';
import type { User } from '../../../contract/user.ts';
import {
  isApiError,
  isNetworkError,
  isStillCharging,
  isUndecided,
  NO_NETWORK_NO_CHARGE,
} from '../../../lib/errors.ts';
import type { Plan } from '../../../rules/money.ts';
import { formatNumber } from '../../../rules/numbers.ts';
import { currentSession, refreshPlayer } from '../../../session/session.ts';
import { clearStanding, noteStanding } from '../../../session/standing.ts';
import { subscribeByAirtime } from '../../../session/subscribe.ts';
import { verifySubscription } from '../../../session/verify-subscription.ts';
import { attemptFor, endAttempt } from './airtime-attempts.ts';
import type { Airtime } from './chooser-reducer.ts';

type Options = {
  player: User;
  /** Where the purchase began. */
  door: string;
  onPaid: () => void;
  /** It was not paid, or nobody knows: how it stands, and since when. */
  onOther: (plan: Plan, airtime: Airtime, at: number) => void;
};

/** Subscribes the player to a plan by airtime, and says how it went (flows.md#subscribe-call). */
export function useAirtime({ player, door, onPaid, onOther }: Options) {
  return useMutation({
    mutationFn: async (plan: Plan) => {
      const phone = player.phone ?? '';
      const attempt = attemptFor(player.id, plan, door);
      try {
        const subscribed = await subscribeByAirtime(phone, attempt);
        if (subscribed) return subscribed;
      } catch (error) {
        // Another tab or phone subscribed meanwhile: only the newer user is missing here.
        if (!isApiError(error, 'subscription/active')) throw error;
      }
      return verifySubscription(phone, currentSession().token);
    },
    onSuccess: ({ user, token }, plan) => {
      endAttempt(player.id, plan);
      clearStanding();
      refreshPlayer(user, token);
      toastSuccess(`You have ${formatNumber(user.pointBalance)} coins. Pick a level.`);
      onPaid();
    },
    onError: (error, plan) => {
      const attempt = attemptFor(player.id, plan, door);
      attempt.airtime = standingAfter(error, attempt.airtime);
      if (!isUndecided(error)) endAttempt(player.id, plan);
      noteStanding(error, plan);
      onOther(plan, attempt.airtime, attempt.askedAt);
      if (isNetworkError(error)) toastError(NO_NETWORK_NO_CHARGE);
      else if (attempt.airtime === 'idle') toastError(wordsOf(error));
    },
  });
}

function standingAfter(error: unknown, before: Airtime): Airtime {
  if (isApiError(error, 'subscription/refused')) return 'refused';
  if (isStillCharging(error)) return 'pending';
  if (!isUndecided(error)) return 'idle';
  // A phone that knows it has no network has not asked.
  return isNetworkError(error) && !navigator.onLine ? before : 'unanswered';
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : 'Unable to complete at the moment';
}
