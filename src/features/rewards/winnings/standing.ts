import type { IconName } from '../../../components/icon.tsx';
import type { Payout } from '../../../contract/payouts.ts';
import type { PayoutState } from '../../../rules/payouts.ts';

/** How a prize stands, as the player sees it: what is sent back is held like any other. */
export type Standing = 'held' | 'on-its-way' | 'checking' | 'paid' | 'over';

const STANDINGS: Readonly<Record<PayoutState, Standing>> = {
  held: 'held',
  failed: 'held',
  approved: 'on-its-way',
  sending: 'on-its-way',
  checking: 'checking',
  paid: 'paid',
  refused: 'over',
  lapsed: 'over',
};

export function standingOf({ state }: Pick<Payout, 'state'>): Standing {
  return STANDINGS[state];
}

/** What is to be done comes first, what is settled last. */
const ORDER: readonly Standing[] = ['held', 'on-its-way', 'checking', 'paid', 'over'];

/** The prizes as the page lists them, each group the newest first. */
export function inOrder(payouts: readonly Payout[]): Payout[] {
  return ORDER.flatMap((standing) => payouts.filter((payout) => standingOf(payout) === standing));
}

/** What reaches the player of all that stand so, in kobo. */
export function sumOf(payouts: readonly Payout[], standings: readonly Standing[]): number {
  return payouts
    .filter((payout) => standings.includes(standingOf(payout)))
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
