import type { IconName } from '../../components/icon.tsx';
import type { Payout } from '../../contract/payouts.ts';
import { dayText, monthText } from '../../lib/time.ts';
import { formatKobo } from '../../rules/money.ts';
import type { PayoutState } from '../../rules/payouts.ts';

/** Words a prize's sum: `₦3,000`, `₦500 airtime`. */
export function sumText(kobo: number, kind: Payout['kind']): string {
  return kind === 'cash' ? formatKobo(kobo) : `${formatKobo(kobo)} ${kind}`;
}

/** Words the place that won a prize: `3rd place, Rush Tier 2, Tue 18 Nov`. */
export function prizeText({ board, tier, place, period }: Payout, now: number): string {
  const startsAt = Date.parse(period.startsAt);
  const ranked = `${ordinal(place)} place`;
  switch (board) {
    case 'weekly':
      return `${ranked}, week of ${dayText(startsAt, now)}`;
    case 'monthly':
      return `Grand prize, ${monthText(startsAt, now)}`;
    case 'rush':
      return `${ranked}, Rush Tier ${tier}, ${dayText(startsAt, now)}`;
    case 'raffle':
      return `Raffle draw, ${dayText(Date.parse(period.endsAt), now)}`;
  }
}

const ENDINGS: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' };
const ORDINALS = new Intl.PluralRules('en', { type: 'ordinal' });

function ordinal(place: number): string {
  return `${place}${ENDINGS[ORDINALS.select(place)]}`;
}

/** A prize's state as the player sees it. A prize that the bank sent back counts as held. */
type ShownState = 'held' | 'on-its-way' | 'checking' | 'paid' | 'over';

const SHOWN_STATES: Readonly<Record<PayoutState, ShownState>> = {
  held: 'held',
  failed: 'held',
  approved: 'on-its-way',
  sending: 'on-its-way',
  checking: 'checking',
  paid: 'paid',
  refused: 'over',
  lapsed: 'over',
};

export function payoutStateOf({ state }: Pick<Payout, 'state'>): ShownState {
  return SHOWN_STATES[state];
}

/** The order in which prizes are listed: held prizes first, settled prizes last. */
const ORDER: readonly ShownState[] = ['held', 'on-its-way', 'checking', 'paid', 'over'];

/** Gives the prizes in the order of the page: by state and, within a state, the newest first. */
export function inOrder(payouts: readonly Payout[]): Payout[] {
  return ORDER.flatMap((payoutState) =>
    payouts.filter((payout) => payoutStateOf(payout) === payoutState),
  );
}

/** Adds up what the player gets of the prizes in these states, in kobo. */
export function sumOf(payouts: readonly Payout[], states: readonly ShownState[]): number {
  return payouts
    .filter((payout) => states.includes(payoutStateOf(payout)))
    .reduce((sum, { netKobo }) => sum + netKobo, 0);
}

type Label = { text: string; icon: IconName; tone: 'warn' | 'info' | 'ok' | 'plain' | 'bad' };

const LABELS: Readonly<Record<PayoutState, Label>> = {
  held: { text: 'Held', icon: 'warn', tone: 'warn' },
  failed: { text: 'Held', icon: 'warn', tone: 'warn' },
  approved: { text: 'On its way', icon: 'clock', tone: 'info' },
  sending: { text: 'On its way', icon: 'clock', tone: 'info' },
  checking: { text: 'Checking', icon: 'search', tone: 'info' },
  paid: { text: 'Paid', icon: 'check', tone: 'ok' },
  refused: { text: 'Not paid', icon: 'cross', tone: 'bad' },
  lapsed: { text: 'Lapsed', icon: 'clock', tone: 'plain' },
};

export function labelOf({ state }: Payout): Label {
  return LABELS[state];
}
