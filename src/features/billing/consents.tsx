import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Tag } from '../../components/chip.tsx';
import type { IconName } from '../../components/icon.tsx';
import { Coin } from '../../components/marks.tsx';
import { Notice } from '../../components/notice.tsx';
import { Skeleton } from '../../components/page.tsx';
import { EmptyState } from '../../components/screens.tsx';
import type { Consent } from '../../contract/payments.ts';
import { serverTime } from '../../lib/server-clock.ts';
import { shortReference } from '../../lib/short-reference.ts';
import { dayAndTimeText, monthText } from '../../lib/time.ts';
import {
  formatKobo,
  PLAN_NAMES,
  planOf,
  productName,
  WAY_NAMES,
  type Way,
} from '../../rules/money.ts';
import { formatPhone, to234Form } from '../../rules/phone.ts';
import { useSignedInPlayer } from '../../session/session.ts';
import styles from './consents.module.css';
import { EVERY, Heading, Panel } from './parts.tsx';
import { consentsQuery, useSavedRead } from './reads.ts';

/** Each price that the player agreed to (billing.md#billing-tabs). */
export function ConsentsPanel() {
  const { id } = useSignedInPlayer();
  const read = useSavedRead(useQuery(consentsQuery(id)), 'Failed to retrieve your consents');
  return (
    <Panel read={read}>
      <Notice icon="lock" title="Each price you said yes to">
        No one can change this list, even us.
      </Notice>
      {read.data ? (
        <Months consents={read.data} />
      ) : (
        !read.hasFailed && (
          <div role="status" aria-label="Loading your consents">
            <Skeleton shape="block" className={styles.waiting} />
          </div>
        )
      )}
    </Panel>
  );
}

function Months({ consents }: { consents: Consent[] }) {
  const [openedAt] = useState(serverTime);
  if (consents.length === 0) {
    return (
      <div className={styles.empty}>
        <EmptyState
          art={<Coin size={72} />}
          title="You have not said yes to a price yet"
          help="Each plan and pack that you agree to buy is listed here."
        />
      </div>
    );
  }
  return monthsOf(consents, openedAt).map(({ name, said }, index) => (
    <section key={name} aria-label={name}>
      <Heading aside={index === 0 ? 'newest first' : ''}>{name}</Heading>
      <ul className={styles.cards}>
        {said.map((consent) => (
          <ConsentCard key={consent.id} consent={consent} now={openedAt} />
        ))}
      </ul>
    </section>
  ));
}

function monthsOf(consents: readonly Consent[], now: number) {
  const months: { name: string; said: Consent[] }[] = [];
  for (const consent of consents) {
    const name = monthText(Date.parse(consent.saidAt), now);
    const last = months.at(-1);
    if (last?.name === name) last.said.push(consent);
    else months.push({ name, said: [consent] });
  }
  return months;
}

type ConsentCardProps = { consent: Consent; now: number };

/** Shows a price that the player agreed to, when, where and how they agreed, and how the payment ended. */
function ConsentCard({ consent, now }: ConsentCardProps) {
  const { name, ...look } = STATES[consent.state];
  return (
    <li className={styles.card}>
      <div className={styles.top}>
        <div>
          <h3 className={styles.sum}>{formatKobo(consent.kobo + consent.feeKobo)}</h3>
          <p className={styles.what}>{boughtBy(consent)}</p>
        </div>
        <Tag {...look}>{name}</Tag>
      </div>
      <dl className={styles.facts}>
        {factsOf(consent, now).map((fact) => (
          <div key={fact.name} className={styles.fact}>
            <dt>{fact.name}</dt>
            <dd>{fact.value}</dd>
          </div>
        ))}
      </dl>
    </li>
  );
}

type State = { name: string; tone: 'plain' | 'ok' | 'bad' | 'warn'; icon?: IconName };

/** The tag of each state of a payment. */
const STATES: Readonly<Record<Consent['state'], State>> = {
  pending: { name: 'Waiting', tone: 'warn', icon: 'clock' },
  paid: { name: 'Done', tone: 'ok', icon: 'check' },
  failed: { name: 'Failed', tone: 'bad', icon: 'cross' },
  refused: { name: 'Refused', tone: 'bad', icon: 'cross' },
  reversed: { name: 'Taken back', tone: 'plain' },
  refunded: { name: 'Refunded', tone: 'plain' },
  on: { name: 'On', tone: 'ok', icon: 'check' },
  off: { name: 'Off', tone: 'plain' },
};

/** Names for the places in the app where a player can agree to a price. */
const DOORS: Readonly<Record<string, string>> = {
  billing: 'Billing',
  coins: 'Your coins',
  home: 'Home',
  level: 'Level picker',
  rush: 'Millionaire Rush',
  renewal: 'Renew by itself',
  'sign-up': 'Sign-up',
  unknown: 'Not known',
};

/** Names a purchase: `Weekly plan, one time`, `Weekly plan, every week`, `750 coins by mobile money`. */
function boughtBy({ product, coins, way, door }: Consent): string {
  const plan = planOf(product);
  if (plan) return `${PLAN_NAMES[plan]} plan, ${door === 'renewal' ? EVERY[plan] : 'one time'}`;
  return `${productName(product, coins)} by ${WAY_NAMES[way].toLowerCase()}`;
}

type Fact = { name: string; value: string };

/** Gives a consent's facts in the order of the page; `now` in epoch milliseconds. */
function factsOf(consent: Consent, now: number): Fact[] {
  const { way, kobo, feeKobo, reference, saidAt, confirmedAt, from, door, state } = consent;
  const moment = (at: string) => dayAndTimeText(Date.parse(at), now);
  const isMobileMoney = way === 'mobile-money';
  return [
    { name: isMobileMoney ? 'Step 1: you tapped Pay' : 'You said yes', value: moment(saidAt) },
    isMobileMoney && {
      name: 'Step 2: PIN on phone',
      value: confirmedAt === null ? 'Not confirmed' : moment(confirmedAt),
    },
    door && { name: 'Where', value: DOORS[door] ?? door },
    { name: 'Paid from', value: payerOf(way, from) },
    feeKobo > 0 && {
      name: way === 'card' ? 'Price and card fee' : 'Price and charges',
      value: `${formatKobo(kobo)} + ${formatKobo(feeKobo)}`,
    },
    way === 'airtime'
      ? state === 'refused' && { name: 'Your network said', value: 'Not enough airtime' }
      : { name: 'Reference', value: shortReference(reference) },
  ].filter((fact): fact is Fact => Boolean(fact));
}

function payerOf(way: Way, from: string | null): string {
  return from ? `${WAY_NAMES[way]}, ${formatPhone(to234Form(from))}` : WAY_NAMES[way];
}
