import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { Button, cx, Spinner } from '../../components/button.tsx';
import { useStill } from '../../components/hooks.ts';
import { Icon } from '../../components/icon.tsx';
import { IconTile } from '../../components/marks.tsx';
import { Hint, PricedRow, pricedRow } from '../../components/rows.tsx';
import { toastError, toastInfo } from '../../components/toast.ts';
import { NO_NETWORK_MESSAGE } from '../../lib/errors.ts';
import { serverTime } from '../../lib/server-clock.ts';
import { momentText } from '../../lib/time.ts';
import { DEFAULT_OFFER, type Offer } from '../../offer/offer.ts';
import { offerQuery } from '../../offer/prizes-offer.tsx';
import {
  formatKobo,
  formatNaira,
  PLAN_NAMES,
  type Plan,
  quoteOf,
  WAY_NAMES,
} from '../../rules/money.ts';
import {
  ASKED_PLAN_TITLES,
  purchaseAtom,
  startPurchase,
  type ToldPlan,
  useAskedPlan,
  useIsOnlyCheck,
} from '../../subscription/asked-plan.ts';
import { NOTHING_NEW, useCheckAgain } from '../../subscription/check.ts';
import styles from './plan-notice.module.css';

/** Says what became of the plan that the player ordered (subscription.md#subscription-that-does-not-run). */
export function SubscriptionNotice() {
  // Buying a plan removes the notice. It stays until the purchase is closed, or the page behind would jump.
  const asked = useStill(useAskedPlan(), useAtomValue(purchaseAtom) !== null);
  const { data: offer = DEFAULT_OFFER } = useQuery({ ...offerQuery, enabled: asked !== null });
  // The notice is about plans by airtime, so it is missing where airtime is no longer offered.
  if (!asked || !offer.ways.includes('airtime')) return null;
  return <AskedPlanCard key={asked.kind} asked={asked} offer={offer} />;
}

function AskedPlanCard({ asked, offer }: { asked: ToldPlan; offer: Offer }) {
  const { kind, plan, askedAt } = asked;
  const mayPayAgain = !useIsOnlyCheck(asked);
  const { isChecking, check } = useCheckAgain((found) => {
    if (found === 'no-network') toastError(NO_NETWORK_MESSAGE);
    else if (found === 'same') toastInfo(NOTHING_NEW);
  });
  const price = formatNaira(offer.prices.plans.airtime[plan]);
  const name = PLAN_NAMES[plan];

  return (
    <section
      className={cx(styles.card, kind === 'refused' && styles.bad)}
      role="status"
      aria-label={ASKED_PLAN_TITLES[kind]}
    >
      <h2 className={styles.head}>
        <span className={styles.disc}>
          {kind === 'pending' ? (
            <Spinner />
          ) : (
            <Icon name={kind === 'refused' ? 'warn' : 'wifi-off'} />
          )}
        </span>
        {ASKED_PLAN_TITLES[kind]}
      </h2>
      <p>
        {kind === 'refused' && (
          <>
            The {name} plan costs <b>{price}</b>. Nothing was charged. Add airtime and check again,
            or pay another way.
          </>
        )}
        {kind !== 'refused' && (
          <>
            {name} plan, <b>{price}</b> from airtime. Asked at {momentText(askedAt, serverTime())}.{' '}
            {kind === 'pending'
              ? `Your network may take the ${price} one time, never two. Your coins come by themselves.`
              : `Your ${price} may be taken or not: we keep asking. If it is, your coins come by themselves.`}
          </>
        )}
      </p>
      <Button icon="refresh" loading={isChecking} onClick={check}>
        Check again
      </Button>
      {kind === 'refused' && <OtherWays plan={plan} offer={offer} />}
      {kind !== 'refused' && mayPayAgain && (
        <>
          <Button colour="line" onClick={() => startPurchase({ what: 'plan', plan, door: 'home' })}>
            Pay another way
          </Button>
          <Hint icon="info">The first payment may still go through.</Hint>
        </>
      )}
      {kind !== 'refused' && !mayPayAgain && (
        <Hint icon={kind === 'pending' ? 'lock' : 'info'}>
          {kind === 'pending'
            ? 'You can pay another way once your network says no.'
            : 'Check first, so that you do not pay twice.'}
        </Hint>
      )}
    </section>
  );
}

function OtherWays({ plan, offer }: { plan: Plan; offer: Offer }) {
  const ways = (['card', 'mobile-money'] as const).filter((way) => offer.ways.includes(way));
  return ways.map((way) => {
    const quote = quoteOf(offer.prices, way, `plan-${plan}`);
    if (!quote) return null;
    const { kobo, feeKobo } = quote;
    return (
      <button
        key={way}
        type="button"
        className={pricedRow}
        onClick={() => startPurchase({ what: 'plan', plan, way, door: 'home' })}
      >
        <PricedRow
          picture={<IconTile name={way === 'card' ? 'card' : 'cash'} />}
          name={WAY_NAMES[way]}
          caption={
            way === 'card'
              ? `${formatKobo(kobo)} + ${formatKobo(feeKobo)} fee`
              : 'Charges shown first'
          }
          price={formatKobo(kobo + feeKobo)}
        />
      </button>
    );
  });
}
