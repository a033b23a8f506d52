import { useMutation } from '@tanstack/react-query';
import { Notice } from '../../components/notice.tsx';
import { toastError } from '../../components/toast.ts';
import type { User } from '../../contract/user.ts';
import { isApiError, isNetworkError, isUndecided, NO_NETWORK_NO_CHARGE } from '../../lib/errors.ts';
import { serverTime } from '../../lib/server-clock.ts';
import { momentText } from '../../lib/time.ts';
import {
  formatNaira,
  PLAN_NAMES,
  type Plan,
  type Prices,
  SUBSCRIPTION_COINS,
} from '../../rules/money.ts';
import { formatNumber } from '../../rules/numbers.ts';
import { currentSession, refreshPlayer } from '../../session/session.ts';
import {
  ASKED_PLAN_TITLES,
  callFor,
  forgetAskedPlan,
  noteRefusal,
  type Purchase,
  type ToldPlan,
} from '../../subscription/asked-plan.ts';
import { subscribeByAirtime, verifySubscription } from '../../subscription/subscribe.ts';

type Props = { asked: ToldPlan; prices: Prices };

/** Says how a payment from airtime ended (subscription.md#subscribe-call). */
export function AirtimeNotice({ asked, prices }: Props) {
  const { kind, plan, askedAt } = asked;
  const title = ASKED_PLAN_TITLES[kind];
  const name = `${PLAN_NAMES[plan]} plan`;
  const price = formatNaira(prices.plans.airtime[plan]);
  const begun = (
    <>
      {name}, <b>{price}</b> from airtime. Asked at {momentText(askedAt, serverTime())}.
    </>
  );
  switch (kind) {
    case 'refused':
      return (
        <Notice kind="bad" role="alert" title={title}>
          The {name} costs <b>{price}</b>. Nothing was charged. Add airtime and try again, or pay
          another way.
        </Notice>
      );
    case 'pending':
      return (
        <Notice kind="warn" icon="clock" role="status" title={title}>
          {begun} Your network may take the {price} one time, never two. Your coins come by
          themselves.
        </Notice>
      );
    case 'unanswered':
      return (
        <Notice kind="warn" icon="wifi-off" role="status" title={title}>
          {begun} Your {price} may be taken or not. If it is, your{' '}
          {formatNumber(SUBSCRIPTION_COINS)} coins come by themselves.
        </Notice>
      );
  }
}

type Options = {
  player: User;
  /** The page or dialog where the purchase began. */
  door: Purchase['door'];
  /** The price on a plan's button, in kobo. */
  priceOf: (plan: Plan) => number;
  onPaid: () => void;
};

/** Subscribes the player to a plan by airtime, and notes how it went (subscription.md#subscribe-call). */
export function useAirtime({ player, door, priceOf, onPaid }: Options) {
  return useMutation({
    mutationFn: async (plan: Plan) => {
      const phone = player.phone ?? '';
      const said = { door, kobo: priceOf(plan) };
      try {
        const subscribed = await subscribeByAirtime(phone, callFor(player.id, plan, said));
        if (subscribed) return subscribed;
      } catch (error) {
        // Another tab or phone has subscribed meanwhile, so only the newer user is missing here.
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
      // A second 'no' is shown too, because the notice of the first may be out of sight.
      else if (!isUndecided(error)) toastError(error.message);
    },
  });
}
