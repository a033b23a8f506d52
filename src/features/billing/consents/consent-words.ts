import type { IconName } from '../../../components/icon.tsx';
import type { Consent } from '../../../contract/payments.ts';
import { shortReference } from '../../../lib/short-reference.ts';
import { dayAndTimeText } from '../../../lib/time.ts';
import type { Way } from '../../../rules/money.ts';
import { formatKobo, PLAN_NAMES, planOf, productName, WAY_NAMES } from '../../../rules/money.ts';
import { formatPhone, to234Form } from '../../../rules/phone.ts';
import { EVERY } from '../words.ts';

type State = { name: string; tone: 'plain' | 'ok' | 'bad' | 'warn'; icon?: IconName };

/** What became of a payment, as its tag says. */
export const STATES: Readonly<Record<Consent['state'], State>> = {
  pending: { name: 'Waiting', tone: 'warn', icon: 'clock' },
  paid: { name: 'Done', tone: 'ok', icon: 'check' },
  failed: { name: 'Failed', tone: 'bad', icon: 'cross' },
  refused: { name: 'Refused', tone: 'bad', icon: 'cross' },
  reversed: { name: 'Taken back', tone: 'plain' },
  refunded: { name: 'Refunded', tone: 'plain' },
  on: { name: 'On', tone: 'ok', icon: 'check' },
  off: { name: 'Off', tone: 'plain' },
};

/** Where the player said yes. */
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

/** `Weekly plan, one time`, `Weekly plan, every week`, `750 coins by mobile money`. */
export function boughtBy({ product, coins, way, door }: Consent): string {
  const plan = planOf(product);
  if (plan) return `${PLAN_NAMES[plan]} plan, ${door === 'renewal' ? EVERY[plan] : 'one time'}`;
  return `${productName(product, coins)} by ${WAY_NAMES[way].toLowerCase()}`;
}

export type Fact = { name: string; value: string };

/** A consent's facts in their order; `now` in epoch milliseconds. */
export function factsOf(consent: Consent, now: number): Fact[] {
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
