import { Notice } from '../../../components/notice.tsx';
import { serverTime } from '../../../lib/server-clock.ts';
import { momentText } from '../../../lib/time.ts';
import { formatNaira, PLAN_NAMES, type Prices, SUBSCRIPTION_COINS } from '../../../rules/money.ts';
import { formatNumber } from '../../../rules/numbers.ts';
import { ASKED_PLAN_TITLES } from '../../../subscription/asked-plan.ts';
import type { ToldPlan } from '../../../subscription/use-asked-plan.ts';

type Props = { asked: ToldPlan; prices: Prices };

/** What became of a payment from airtime (flows.md#subscribe-call). */
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
