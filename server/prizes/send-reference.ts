import type { Payout } from './payout.ts';

const SENT = /^payout-([a-z0-9-]+)-\d+$/;

/** What a provider knows one sending of a payout by; it allows small letters, digits and hyphens. */
export function sendReference({ reference, sends }: Pick<Payout, 'reference' | 'sends'>): string {
  return `payout-${reference.toLowerCase()}-${sends}`;
}

/** The payout's own reference in it; `null` for another text. */
export function payoutReferenceIn(sent: string): string | null {
  return SENT.exec(sent)?.[1]?.toUpperCase() ?? null;
}
