import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { cx } from '../../../components/cx.ts';
import { Icon } from '../../../components/icon.tsx';
import { Spinner } from '../../../components/spinner.tsx';
import type { User } from '../../../contract/user.ts';
import { momentText } from '../../../lib/time.ts';
import { DEFAULT_OFFER, pricesQuery } from '../../../offline/prices-query.ts';
import { formatKobo, formatNaira, PLAN_NAMES, quoteOf } from '../../../rules/money.ts';
import { checkSubscription } from '../../../session/check-subscription.ts';
import { startPurchase } from '../../../session/purchase.ts';
import { STANDING_TITLES, type Standing, standingAtom } from '../../../session/standing.ts';
import styles from './subscription-notice.module.css';

/** How long a plan is waited for before another way to pay is offered, in milliseconds. */
const OTHER_WAY_AFTER_MS = 15 * 60_000;

/** What became of the plan that was asked for (flows.md#subscription-that-does-not-run). */
export function SubscriptionNotice({ player }: { player: User }) {
  const standing = useAtomValue(standingAtom);
  if (player.isActive || standing?.playerId !== player.id) return null;
  return <StandingCard key={standing.kind} standing={standing} />;
}

function StandingCard({ standing }: { standing: Standing }) {
  const { kind, plan, askedAt } = standing;
  const { data: offer = DEFAULT_OFFER } = useQuery(pricesQuery);
  const [isChecking, setChecking] = useState(false);
  const mayPayAgain = useIsPast(askedAt + OTHER_WAY_AFTER_MS);
  const price = formatNaira(offer.prices.plans.airtime[plan]);
  const name = PLAN_NAMES[plan];

  async function check() {
    setChecking(true);
    await checkSubscription();
    setChecking(false);
  }

  return (
    <section
      className={cx(styles.card, kind === 'refused' && styles.bad)}
      role="status"
      aria-label={STANDING_TITLES[kind]}
    >
      <h2 className={styles.head}>
        <span className={styles.disc}>
          {kind === 'pending' ? (
            <Spinner />
          ) : (
            <Icon name={kind === 'refused' ? 'warn' : 'wifi-off'} />
          )}
        </span>
        {STANDING_TITLES[kind]}
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
            {name} plan, <b>{price}</b> from airtime. Asked at {momentText(askedAt, Date.now())}.{' '}
            {kind === 'pending'
              ? `Your network may take the ${price} one time, never two. Your coins come by themselves.`
              : `Your ${price} may be taken or not: we keep asking. If it is, your coins come by themselves.`}
          </>
        )}
      </p>
      <Button icon="refresh" loading={isChecking} onClick={() => void check()}>
        Check again
      </Button>
      {kind === 'refused' && <OtherWays standing={standing} offer={offer} />}
      {kind !== 'refused' && mayPayAgain && (
        <>
          <Button colour="line" onClick={() => startPurchase({ what: 'plan', plan, door: 'home' })}>
            Pay another way
          </Button>
          <p className={styles.hint}>
            <Icon name="info" size={18} />
            <span>The first payment may still go through.</span>
          </p>
        </>
      )}
      {kind !== 'refused' && !mayPayAgain && (
        <p className={styles.hint}>
          <Icon name={kind === 'pending' ? 'lock' : 'info'} size={18} />
          <span>
            {kind === 'pending'
              ? 'You can pay another way once your network says no.'
              : 'Check first, so that you do not pay two times.'}
          </span>
        </p>
      )}
    </section>
  );
}

const WAY_NAMES = { card: 'Card', 'mobile-money': 'Mobile money' } as const;
const WAY_ICONS = { card: 'card', 'mobile-money': 'cash' } as const;

function OtherWays({ standing, offer }: { standing: Standing; offer: typeof DEFAULT_OFFER }) {
  const { plan } = standing;
  const ways = (['card', 'mobile-money'] as const).filter((way) => offer.ways.includes(way));
  return ways.map((way) => {
    const quote = quoteOf(offer.prices, way, `plan-${plan}`);
    if (!quote) return null;
    const { kobo, feeKobo } = quote;
    return (
      <button
        key={way}
        type="button"
        className={styles.way}
        onClick={() => startPurchase({ what: 'plan', plan, way, door: 'home' })}
      >
        <span className={styles.wayIcon}>
          <Icon name={WAY_ICONS[way]} />
        </span>
        <span className={styles.wayText}>
          <b>{WAY_NAMES[way]}</b>
          <small>
            {way === 'card'
              ? `${formatKobo(kobo)} + ${formatKobo(feeKobo)} fee`
              : 'Charges shown first'}
          </small>
        </span>
        <b>{formatKobo(kobo + feeKobo)}</b>
      </button>
    );
  });
}

/** Whether a moment, in epoch milliseconds, is past; becomes so while it is looked at. */
function useIsPast(at: number): boolean {
  const [isPast, setPast] = useState(() => Date.now() >= at);
  useEffect(() => {
    const timer = setTimeout(() => setPast(true), Math.max(0, at - Date.now()));
    return () => clearTimeout(timer);
  }, [at]);
  return isPast;
}
