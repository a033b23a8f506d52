import type { Plan, Way } from '../../rules/money.ts';

/** The ways to pay as a row names them. */
export const WAY_NAMES: Readonly<Record<Way, string>> = {
  airtime: 'Airtime',
  card: 'Card',
  'mobile-money': 'Mobile money',
};

/** How often a plan that renews by itself is paid for. */
export const EVERY: Readonly<Record<Plan, string>> = { daily: 'every day', weekly: 'every week' };

/** A payment's reference as it fits a line: `FOM-7Q2X…K81`. */
export function shortReference(reference: string): string {
  return reference.length > 12 ? `${reference.slice(0, 8)}…${reference.slice(-3)}` : reference;
}
