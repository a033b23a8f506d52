import type { Payout, ProofAsk } from '../../src/contract/payouts.ts';
import { DAY_MS, weekOf } from '../../src/rules/calendar.ts';

/** An instant this many days after another, in epoch milliseconds, as the API writes it. */
export const daysFrom = (now: number, days: number) => new Date(now + days * DAY_MS).toISOString();

/** A prize of last week's board that is being checked at `now`. */
export function payoutAt(now: number, parts: Partial<Payout> = {}): Payout {
  const { startsAt, endsAt } = weekOf(now - 7 * DAY_MS);
  return {
    reference: 'PO-8HZN-09',
    board: 'weekly',
    tier: null,
    period: { startsAt: daysFrom(startsAt, 0), endsAt: daysFrom(endsAt, 0) },
    place: 7,
    kind: 'cash',
    grossKobo: 282_000,
    taxKobo: 0,
    netKobo: 282_000,
    state: 'checking',
    reason: null,
    checkedBy: daysFrom(now, 1),
    mendBy: null,
    resumesAt: null,
    wonAt: daysFrom(now, -4),
    approvedAt: null,
    sentAt: null,
    paidAt: null,
    endedAt: null,
    bank: null,
    isSeen: true,
    ...parts,
  };
}

/** The request for a proof round. */
export function askAt(now: number, parts: Partial<ProofAsk> = {}): ProofAsk {
  return {
    level: 'medium',
    timerMs: 12_000,
    parts: [{ level: 'medium', timerMs: 12_000, questions: 20 }],
    questions: 20,
    by: daysFrom(now, 3),
    isOpen: false,
    ...parts,
  };
}
