import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLocation } from 'react-router-dom';
import { afterEach, beforeEach, vi } from 'vitest';
import type { Care } from '../../../../src/contract/care.ts';
import type {
  Claim,
  PassbookRow,
  Payment,
  RunningPlan,
} from '../../../../src/contract/payments.ts';
import { BillingPage } from '../../../../src/features/billing/billing-page.tsx';
import { usePlayer } from '../../../../src/session/session.ts';
import { NOON, premierLeague } from '../../../support/builders.ts';
import { type Answer, answer } from '../../../support/fake-api.ts';
import { renderScreen } from '../../../support/render.tsx';

/** Each test of the page happens at noon of Sat 21 Nov 2026. */
export function atNoon(): void {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOON }));
  afterEach(() => void vi.useRealTimers());
}

/** An instant this many hours before that noon. */
export const hoursAgo = (hours: number) => new Date(NOON - hours * 3_600_000).toISOString();

export function aPlan(parts: Partial<RunningPlan> = {}): RunningPlan {
  return {
    plan: 'weekly',
    way: 'airtime',
    naira: 100,
    endsAt: hoursAgo(-72),
    isCancelled: false,
    renews: false,
    ...parts,
  };
}

/** The history's reply; without a plan, from an API that does not give the current one. */
export const payments = (history: Payment[], plan?: RunningPlan | null, care?: Care) => ({
  data: history,
  ...(plan !== undefined && { meta: { plan, ...(care && { care }) } }),
});

/** Limit and break as the API gives them; the week ends on Mon 23 Nov at 00:00. */
export function spendingLimits(parts: Partial<Care> = {}): Care {
  return {
    weeklyNaira: null,
    next: null,
    spentKobo: 10_000,
    pendingKobo: 0,
    weekEndsAt: '2026-11-22T23:00:00.000Z',
    breakUntil: null,
    isUnderAge: false,
    stopped: null,
    ...parts,
  };
}

/** A movement of coins; a higher number is a newer one. */
export function aRow(number: number, parts: Partial<PassbookRow> = {}): PassbookRow {
  return {
    id: `${number}`,
    reason: 'coins-bought',
    plan: null,
    coins: 750,
    balance: 1000,
    at: hoursAgo(1),
    round: null,
    reference: null,
    way: 'card',
    ...parts,
  };
}

export const passbook = (
  rows: PassbookRow[],
  next: string | null = null,
  claims: Claim[] = [],
) => ({ data: { rows, next, month: { in: 7100, out: 5980 }, claims } });

/** The replies that the page needs, unless a test answers otherwise. */
export function serve(
  replies: { payments?: Answer; passbook?: Answer; consents?: Answer; categories?: Answer } = {},
) {
  return {
    payments: answer('get', 'payments', replies.payments ?? payments([], aPlan())),
    passbook: answer('get', 'payments/passbook', replies.passbook ?? passbook([])),
    consents: answer('get', 'payments/consents', replies.consents ?? { data: [] }),
    categories: answer('get', 'categories', replies.categories ?? { data: [premierLeague] }),
  };
}

/** Replaces the guard. */
function Page() {
  return usePlayer() ? <BillingPage /> : <p>Signed out</p>;
}

function Address() {
  const { pathname, hash } = useLocation();
  return <output aria-label="address">{`${pathname}${hash}`}</output>;
}

export function open(at = '/billing') {
  return renderScreen(
    <>
      <Page />
      <Address />
    </>,
    { path: '/billing', at },
  );
}

export const address = () => screen.getByRole('status', { name: 'address' }).textContent;

export const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

/** The items of a list or section, as they read. */
export const itemsOf = (section: HTMLElement) =>
  within(section)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
