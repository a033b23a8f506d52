import { useLocation } from 'react-router-dom';
import { afterEach, beforeEach, vi } from 'vitest';
import type { Payout, ProofAsk } from '../../../../src/contract/payouts.ts';
import { RewardsPage } from '../../../../src/features/rewards/rewards-page.tsx';
import { NOON } from '../../../support/builders.ts';
import { askAt, daysFrom, payoutAt } from '../../../support/payouts.ts';
import { renderScreen } from '../../../support/render.tsx';

/** Each test of the page happens at noon of Sat 21 Nov 2026. */
export function atNoon(): void {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOON }));
  afterEach(() => void vi.useRealTimers());
}

/** An instant so many days from that noon. */
export const inDays = (days: number) => daysFrom(NOON, days);

/** A prize of the week's board that is being checked. */
export const aPayout = (parts: Partial<Payout> = {}) => payoutAt(NOON, parts);

export const anAsk = (parts: Partial<ProofAsk> = {}) => askAt(NOON, parts);

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
