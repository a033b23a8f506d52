import { useReducer } from 'react';
import { Button } from '../../../components/button.tsx';
import { cx } from '../../../components/cx.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { Tabs } from '../../../components/tabs.tsx';
import { toastError, toastInfo, toastSuccess } from '../../../components/toast.ts';
import type { User } from '../../../contract/user.ts';
import { NO_NETWORK_MESSAGE } from '../../../lib/errors.ts';
import type { Offer } from '../../../offer/offer.ts';
import {
  formatKobo,
  nairaToKobo,
  PLAN_DAYS,
  PLAN_NAMES,
  PLANS,
  type Plan,
  quoteOf,
  SUBSCRIPTION_COINS,
  type Way,
} from '../../../rules/money.ts';
import { formatNumber } from '../../../rules/numbers.ts';
import { currentSession, playerOf } from '../../../session/session.ts';
import { isUnderWay } from '../../../subscription/asked-plan.ts';
import type { Purchase } from '../../../subscription/purchase.ts';
import { useAskedPlan, useIsOnlyCheck } from '../../../subscription/use-asked-plan.ts';
import { NOTHING_NEW, useCheckAgain } from '../../../subscription/use-check-again.ts';
import { cardSums, type Order, orderName } from '../order.ts';
import { Sums } from '../sums.tsx';
import { AirtimeNotice } from './airtime-notice.tsx';
import styles from './choose.module.css';
import { choose } from './chooser-reducer.ts';
import { useAirtime } from './use-airtime.ts';
import { WayRows } from './way-rows.tsx';

export type SheetProps = {
  player: User;
  offer: Offer;
  purchase: Purchase;
  onOrder: (way: Exclude<Way, 'airtime'>, order: Order) => void;
  onClose: () => void;
};

const PLAN_TABS = PLANS.map((plan) => ({ value: plan, label: <PlanLabel plan={plan} /> }));

/** 'Start Subscription': Daily or Weekly, and the way to pay (flows.md#plans-and-prices). */
export function PlanSheet({ player, offer, purchase, onOrder, onClose }: SheetProps) {
  const { prices, ways } = offer;
  const askedPlan = useAskedPlan();
  // Where airtime is not offered any more nothing is said of it.
  const asked = ways.includes('airtime') ? askedPlan : null;
  const isOnlyCheck = useIsOnlyCheck(asked);
  const [choice, dispatch] = useReducer(choose, {
    plan: purchase.plan ?? asked?.plan ?? 'weekly',
    way: ways.find((way) => way === purchase.way) ?? ways[0] ?? 'airtime',
    pack: null,
    fault: null,
  });
  const onPaid = () => {
    const { pointBalance = 0 } = playerOf(currentSession()) ?? {};
    toastSuccess(`You have ${formatNumber(pointBalance)} coins. Pick a level.`);
    onClose();
  };
  const { isChecking, check } = useCheckAgain((found) => {
    if (found === 'runs') onPaid();
    else if (found === 'no-network') toastError(NO_NETWORK_MESSAGE);
    else if (found === 'same') toastInfo(NOTHING_NEW);
  });
  const airtime = useAirtime({
    player,
    door: purchase.door,
    priceOf: (asked) => nairaToKobo(prices.plans.airtime[asked]),
    onPaid,
  });
  const { plan } = choice;
  // The operator may have taken a way back while the sheet is open.
  const way = ways.includes(choice.way) ? choice.way : (ways[0] ?? choice.way);
  const quoteBy = (by: Way) => {
    const quote = quoteOf(prices, by, `plan-${plan}`);
    if (!quote) throw new Error(`no price of ${plan} by ${by}`);
    return quote;
  };
  const quote = quoteBy(way);

  const checkAgain = (
    <Button icon="refresh" loading={isChecking} onClick={check}>
      Check again
    </Button>
  );

  if (asked && isOnlyCheck) {
    return (
      <Dialog key="check" variant="sheet" title="Start Subscription" onClose={onClose}>
        <div className={styles.stack}>
          <AirtimeNotice asked={asked} prices={prices} />
          {checkAgain}
          <p className={styles.foot}>Check first, so that you do not pay twice.</p>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog key="ways" variant="tall" title="Start Subscription" onClose={onClose}>
      {asked && (
        <div className={cx(styles.stack, styles.apart)}>
          <AirtimeNotice asked={asked} prices={prices} />
          {isUnderWay(asked) && (
            <>
              {checkAgain}
              <p className={styles.foot}>The first payment may still go through</p>
            </>
          )}
        </div>
      )}
      <Tabs
        look="segments"
        label="Plan"
        tabs={PLAN_TABS}
        value={plan}
        onChange={(chosen) => dispatch({ type: 'plan', plan: chosen })}
      >
        <WayRows
          ways={ways}
          chosen={way}
          phone={player.phone ?? ''}
          priceBy={(by) => formatKobo(quoteBy(by).kobo)}
          onChoose={(chosen) => dispatch({ type: 'way', way: chosen })}
        />
        <Sums
          rows={
            way === 'card'
              ? cardSums(quote)
              : [[`${orderName(quote)}${way === 'airtime' ? ', no fee' : ''}`, quote.kobo]]
          }
        />
        {way === 'airtime' ? (
          <Button size="lg" loading={airtime.isPending} onClick={() => airtime.mutate(plan)}>
            Pay {formatKobo(quote.kobo)} from airtime
          </Button>
        ) : (
          <Button
            size="lg"
            disabled={airtime.isPending}
            onClick={() => onOrder(way, { product: `plan-${plan}`, quote, door: purchase.door })}
          >
            Continue
          </Button>
        )}
        <p className={styles.foot}>
          {way === 'mobile-money' && 'Charges are shown before you pay. '}
          One time. It does not renew by itself.
        </p>
      </Tabs>
    </Dialog>
  );
}

function PlanLabel({ plan }: { plan: Plan }) {
  const days = PLAN_DAYS[plan];
  return (
    <>
      {PLAN_NAMES[plan]}
      <small>
        {formatNumber(SUBSCRIPTION_COINS)} coins, {days} {days === 1 ? 'day' : 'days'}
      </small>
    </>
  );
}
