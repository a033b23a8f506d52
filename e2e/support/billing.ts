import type { Page } from 'playwright/test';
import type { Care } from '../../src/contract/care.ts';
import type { Claim, Consent, PassbookRow, RunningPlan } from '../../src/contract/payments.ts';

const HOUR_MS = 3_600_000;

const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString();

const aRow = (number: number, hours: number, parts: Partial<PassbookRow>): PassbookRow => ({
  id: `${number}`,
  reason: 'round-opened',
  plan: null,
  coins: -150,
  balance: 1240,
  at: hoursAgo(hours),
  round: null,
  reference: null,
  way: null,
  ...parts,
});

const aRound = (categoryId: string, level: string, shown = 10) => ({
  id: `0c0f3f3e-0000-4000-8000-00000000${categoryId.length.toString(16).padStart(4, '0')}`,
  categoryId,
  level,
  shown,
});

const ROWS = () => [
  aRow(9, 0.5, { round: aRound('la-liga', 'medium') }),
  aRow(8, 1, {
    reason: 'round-expired',
    coins: 100,
    balance: 1390,
    round: aRound('serie-a', 'easy', 0),
  }),
  aRow(7, 1.2, { coins: -100, balance: 1290, round: aRound('serie-a', 'easy', 0) }),
  aRow(6, 25, {
    reason: 'round-counted',
    coins: 120,
    balance: 1390,
    round: aRound('english-premier-league', 'hard', 4),
  }),
  aRow(5, 26, {
    coins: -200,
    balance: 1270,
    round: aRound('english-premier-league', 'hard', 4),
  }),
  aRow(4, 27, {
    reason: 'coins-bought',
    coins: 750,
    balance: 1470,
    way: 'mobile-money',
    reference: 'FOM-7Q2XABCDEFGHIJKK81',
  }),
  aRow(3, 80, {
    reason: 'subscription',
    plan: 'weekly',
    coins: 1000,
    balance: 1120,
    way: 'airtime',
  }),
];

const CONSENTS = (): Consent[] => {
  const consent: Consent = {
    id: '4',
    product: 'coins-100',
    coins: 750,
    way: 'mobile-money',
    kobo: 10_000,
    feeKobo: 200,
    reference: 'FOM-7Q2XABCDEFGHIJKK81',
    saidAt: hoursAgo(27),
    confirmedAt: hoursAgo(26.9),
    from: '2348030000000',
    door: 'coins',
    state: 'paid',
  };
  const airtime = { way: 'airtime', feeKobo: 0, confirmedAt: null, door: 'billing' } as const;
  return [
    consent,
    { ...consent, ...airtime, id: '3', product: 'plan-weekly', coins: 1000, saidAt: hoursAgo(80) },
    {
      ...consent,
      id: '2',
      product: 'coins-500',
      coins: 3500,
      way: 'card',
      kobo: 50_000,
      feeKobo: 750,
      confirmedAt: null,
      from: null,
      state: 'pending',
    },
    { ...consent, ...airtime, id: '1', product: 'plan-daily', kobo: 5000, state: 'refused' },
  ];
};

/** Makes the API describe a player with past purchases and games, with a plan or without one. */
export async function serveBilling(
  page: Page,
  plan: Partial<RunningPlan> | null,
  care: Partial<Care> = {},
  claims: Claim[] = [],
): Promise<void> {
  const weekly: RunningPlan = {
    plan: 'weekly',
    way: 'airtime',
    naira: 100,
    endsAt: hoursAgo(-88),
    isCancelled: false,
    renews: false,
    renewal: { plan: 'weekly', way: 'airtime', kobo: 10_000, feeKobo: 0 },
  };
  const payments = [
    { description: 'Weekly subscription', amount: 100, createdAt: hoursAgo(80) },
    { description: '3,500 coins', amount: 507.5, createdAt: hoursAgo(150) },
    { description: 'Weekly subscription', amount: 100, createdAt: hoursAgo(248) },
    { description: '750 coins', amount: 101.5, createdAt: hoursAgo(290) },
  ];
  const noLimit: Care = {
    weeklyNaira: null,
    next: null,
    spentKobo: 10_000,
    pendingKobo: 0,
    weekEndsAt: hoursAgo(-88),
    breakUntil: null,
    isUnderAge: false,
    stopped: null,
  };
  const meta = { plan: plan && { ...weekly, ...plan }, care: { ...noLimit, ...care } };
  const replies: Record<string, object> = {
    payments: { data: payments, meta },
    passbook: { data: { rows: ROWS(), next: '3', month: { in: 7100, out: 5980 }, claims } },
    consents: { data: CONSENTS() },
  };
  await page.route(/\/api\/v2\/payments(\/passbook|\/consents)?(\?.*)?$/, (route) => {
    const last = new URL(route.request().url()).pathname.split('/').at(-1) ?? '';
    return route.fulfill({ json: { status: true, ...replies[last] } });
  });
}
