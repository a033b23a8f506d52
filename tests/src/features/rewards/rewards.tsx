import { useLocation } from 'react-router-dom';
import { afterEach, beforeEach, vi } from 'vitest';
import type { Payout, ProofAsk } from '../../../../src/contract/payouts.ts';
import { RewardsPage } from '../../../../src/features/rewards/rewards-page.tsx';
import { NOON } from '../../../support/builders.ts';
import { renderScreen } from '../../../support/render.tsx';

/** Each test of the page happens at noon of Sat 21 Nov 2026. */
export function atNoon(): void {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOON }));
  afterEach(() => void vi.useRealTimers());
}

/** An instant so many days from that noon. */
export const inDays = (days: number) => new Date(NOON + days * 86_400_000).toISOString();

/** A prize of the week's board that is being checked. */
export function aPayout(parts: Partial<Payout> = {}): Payout {
  return {
    reference: 'PO-8HZN-09',
    board: 'weekly',
    tier: null,
    period: { startsAt: '2026-11-08T23:00:00.000Z', endsAt: '2026-11-15T23:00:00.000Z' },
    place: 7,
    kind: 'cash',
    grossKobo: 282_000,
    taxKobo: 0,
    netKobo: 282_000,
    state: 'checking',
    reason: null,
    checkedBy: inDays(1),
    mendBy: null,
    resumesAt: null,
    wonAt: inDays(-4),
    approvedAt: null,
    sentAt: null,
    paidAt: null,
    endedAt: null,
    bank: null,
    isSeen: true,
    ...parts,
  };
}

export function anAsk(parts: Partial<ProofAsk> = {}): ProofAsk {
  return {
    level: 'medium',
    timerMs: 12_000,
    questions: 20,
    by: inDays(3),
    isOpen: false,
    ...parts,
  };
}

/** The reply of `GET /payouts`. */
export const winnings = (payouts: Payout[], proof: ProofAsk | null = null) => ({
  data: payouts,
  meta: { proof },
});

function Address() {
  const { pathname, hash } = useLocation();
  return <output aria-label="address">{`${pathname}${hash}`}</output>;
}

export function open(at = '/rewards#winnings') {
  return renderScreen(
    <>
      <RewardsPage />
      <Address />
    </>,
    { path: '/rewards', at },
  );
}
