import * as v from 'valibot';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { aUser, NOON } from '../../support/builders.ts';

beforeEach(() => vi.resetModules());

/** An entry in a phone's storage, as earlier builds left it. */
type Left = [key: string, text: string, read: () => Promise<unknown>, expected: unknown];

const SIGNED_IN = JSON.stringify({ user: aUser(), token: 'token-1', isLoggedIn: true });

const RUN = {
  playerId: 'player-1',
  startKey: 'start-1',
  runId: 'run-1',
  call: {
    kind: 'answer',
    key: 'answer-1',
    body: { level: 2, choice: 'Jos', ms: 900, end: 'answered' },
  },
  own: null,
  endKey: 'end-1',
};

const STEP = {
  rows: [{ questionId: '1', choice: null, ms: 15_000, end: 'timeout' }],
  shownAt: NOON,
  steppedAt: NOON + 1,
  left: false,
};

const PASSED = {
  names: ['Musa', 'Zainab'],
  each: 5,
  questions: [
    { category: 'La Liga', question: 'Who?', options: ['Ada', 'Bo'], answer: 'Bo', fact: '' },
  ],
  answers: [{ choice: 'Ada', ms: 700 }],
  shownAt: null,
  isLookedAt: false,
};

const LOCAL: Left[] = [
  [
    'football-mastermind',
    JSON.stringify({ user: aUser(), token: 'token-1', isLoggedIn: true, dark: true }),
    async () => (await import('../../../src/session/session.ts')).currentSession(),
    {
      user: aUser(),
      token: 'token-1',
      isLoggedIn: true,
      dark: true,
      isDarkChosen: false,
      network: 'all',
    },
  ],
  [
    'fom-subscription',
    '{"playerId":"player-1","kind":"pending","plan":"weekly","askedAt":5}',
    async () => {
      const { askedPlanAtom } = await import('../../../src/subscription/asked-plan.ts');
      return (await import('../../../src/session/session.ts')).store.get(askedPlanAtom);
    },
    { playerId: 'player-1', kind: 'pending', plan: 'weekly', askedAt: 5, call: null },
  ],
  [
    'fom-offer',
    JSON.stringify({
      prices: {
        plans: {
          airtime: { daily: 100, weekly: 200 },
          card: { daily: 100, weekly: 200 },
          'mobile-money': { daily: 100, weekly: 200 },
        },
        packs: { card: [], 'mobile-money': [] },
      },
      ways: ['airtime'],
    }),
    async () => {
      const { knownOffer } = await import('../../../src/offer/offer.ts');
      return [knownOffer()?.ways, knownOffer()?.withholdingPercent, knownOffer()?.contest];
    },
    [['airtime'], 0, null],
  ],
  [
    'fom-clock',
    '90000',
    async () => (await import('../../../src/lib/server-clock.ts')).serverTime(0),
    90_000,
  ],
  [
    'fom-vibration',
    'on',
    async () => (await import('../../../src/lib/choices.ts')).isVibrationOn(),
    true,
  ],
  [
    'fom-sound',
    'off',
    async () => {
      const { isSoundChosen, isSoundOn } = await import('../../../src/lib/choices.ts');
      return [isSoundOn(), isSoundChosen()];
    },
    [false, true],
  ],
  [
    'fom-analytics',
    'on',
    async () => (await import('../../../src/lib/analytics.ts')).isCountingOn(),
    true,
  ],
  [
    'fom-install',
    '{"rounds":3}',
    async () => (await import('../../../src/features/install/install.ts')).installProgress(),
    { rounds: 3, dismissedAt: null, isInstalled: false },
  ],
  [
    'fom-deck',
    '/assets/deck-1.json',
    async () => (await import('../../../src/offline/noted-deck.ts')).notedDeck.get(),
    '/assets/deck-1.json',
  ],
  [
    'fom-data-used',
    '{"2026-11-01":{"app":"much"},"2026-11-02":{"app":5}}',
    async () => (await import('../../../src/offline/data-meter.ts')).dataUsed(),
    { '2026-11-01': {}, '2026-11-02': { app: 5 } },
  ],
  [
    'fom-payment',
    JSON.stringify([
      {
        playerId: 'player-1',
        reference: 'FOM-1',
        way: 'card',
        product: 'plan-weekly',
        coins: 0,
        kobo: 10_000,
        totalKobo: 10_150,
        startedAt: NOON,
        payer: null,
      },
      { reference: 1 },
    ]),
    async () => {
      const { readPending } = await import('../../../src/features/payments/pending-payment.ts');
      return readPending('player-1', NOON).map(({ reference }) => reference);
    },
    ['FOM-1'],
  ],
  [
    'fom-promos-player-1',
    '{"daily":7}',
    async () => (await import('../../../src/features/home/promo-facts.ts')).promoTimes('player-1'),
    { daily: 7 },
  ],
  [
    'fom-rush',
    JSON.stringify(RUN),
    async () => (await import('../../../src/features/rush/kept-run.ts')).readKeptRun('player-1'),
    RUN,
  ],
  [
    'fom-step-round-1',
    JSON.stringify(STEP),
    async () => (await import('../../../src/round/store.ts')).readStep('round-1'),
    STEP,
  ],
];

const SESSION: Left[] = [
  [
    'fom-arrival',
    'social=facebook&source=ad',
    async () => (await import('../../../src/features/sign-in/arrival.ts')).readArrival(),
    { social: 'facebook', source: 'ad', entry: null, campaign: null },
  ],
  [
    'fom-sign-up',
    JSON.stringify({
      phone: '2348030000000',
      isNew: true,
      isRegistered: false,
      platform: 'rave',
      proof: null,
      pending: null,
      until: NOON + 60_000,
    }),
    async () => (await import('../../../src/features/sign-in/begun.ts')).readBegun(NOON)?.isNew,
    true,
  ],
  [
    'fom-network',
    'glo',
    async () => (await import('../../../src/lib/visit-network.ts')).visitNetwork(),
    'glo',
  ],
  [
    'fom-pass',
    JSON.stringify({ playerId: 'player-1', game: PASSED }),
    async () => {
      // Nobody else than its player finds it.
      localStorage.setItem('football-mastermind', SIGNED_IN);
      return (await import('../../../src/features/practice/pass-page.tsx')).readGame('player-1');
    },
    PASSED,
  ],
];

describe.each([
  ['localStorage', LOCAL],
  ['sessionStorage', SESSION],
] as const)('in %s', (area, lefts) => {
  test.each(lefts)(
    '%s is read as an older build has left it',
    async (key, text, read, expected) => {
      globalThis[area].setItem(key, text);
      expect(await read()).toEqual(expected);
    },
  );

  // Only JSON values: any plain text is valid.
  test.each(lefts.filter(([, text]) => /^[[{]/.test(text)))(
    '%s that cannot be read breaks nothing',
    async (key, _, read) => {
      globalThis[area].setItem(key, '{');
      await expect(read()).resolves.not.toThrow();
    },
  );
});

test('a draft is found again in its form', async () => {
  localStorage.setItem('football-mastermind', SIGNED_IN);
  sessionStorage.setItem(
    'fom-drafts',
    '{"playerId":"player-1","forms":{"contact":{"text":"Hello"}}}',
  );
  const { readDraft } = await import('../../../src/session/drafts.ts');
  expect(readDraft('player-1', 'contact', v.object({ text: v.string() }))).toEqual({
    text: 'Hello',
  });
});
