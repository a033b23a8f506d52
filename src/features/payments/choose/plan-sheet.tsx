import { useReducer } from 'react';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { Tabs } from '../../../components/tabs.tsx';
import type { User } from '../../../contract/user.ts';
import type { Offer } from '../../../offline/prices-query.ts';
import {
  formatKobo,
  PLAN_DAYS,
  PLAN_NAMES,
  PLANS,
  type Plan,
  quoteOf,
  SUBSCRIPTION_COINS,
  type Way,
} from '../../../rules/money.ts';
import { formatNumber } from '../../../rules/numbers.ts';
import type { Purchase } from '../../../session/purchase.ts';
import { cardSums, type Order, orderName } from '../order.ts';
import { Sums } from '../sums.tsx';
import { openAttempt } from './airtime-attempts.ts';
import { AirtimeNotice } from './airtime-notice.tsx';
import styles from './choose.module.css';
import { choose, isOnlyCheck, isUnderWay } from './chooser-reducer.ts';
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
  const [choice, dispatch] = useReducer(choose, null, () => {
    const open = openAttempt(player.id);
    return {
      plan: open?.plan ?? purchase.plan ?? 'weekly',
      way: ways.find((way) => way === purchase.way) ?? ways[0] ?? 'airtime',
      pack: null,
      fault: null,
      airtime: open?.airtime ?? 'idle',
      askedAt: open?.askedAt ?? 0,
    };
  });
  const airtime = useAirtime({
    player,
    door: purchase.door,
    onPaid: onClose,
    onOther: (asked, standing, at) =>
      dispatch({ type: 'airtime', plan: asked, airtime: standing, at }),
  });
  const { plan, way } = choice;
  const quoteBy = (by: Way) => {
    const quote = quoteOf(prices, by, `plan-${plan}`);
    if (!quote) throw new Error(`no price of ${plan} by ${by}`);
    return quote;
  };
  const quote = quoteBy(way);
  const notice = (
    <AirtimeNotice
      choice={choice}
      name={orderName(quote)}
      price={formatKobo(quoteBy('airtime').kobo)}
    />
  );

  if (isOnlyCheck(choice, Date.now())) {
    return (
      <Dialog variant="sheet" title="Start Subscription" onClose={onClose}>
        <div className={styles.stack}>
          {notice}
          <Button
            icon="refresh"
            loading={airtime.isPending}
            onClick={() => airtime.mutate(choice.plan)}
          >
            Check again
          </Button>
          <p className={styles.foot}>Check first, so that you do not pay two times.</p>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog variant="tall" title="Start Subscription" onClose={onClose}>
      <div className={styles.above}>
        {notice}
        {isUnderWay(choice) && (
          <p className={styles.foot}>The first payment may still go through</p>
        )}
      </div>
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
