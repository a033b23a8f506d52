import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import type { User } from '../../../../src/contract/user.ts';
import { RushEntryPage } from '../../../../src/features/rush/entry-page.tsx';
import { DEFAULT_PRICES, WAYS } from '../../../../src/rules/money.ts';
import type { TierPart } from '../../../../src/rules/tier-parts.ts';
import { store } from '../../../../src/session/session.ts';
import { purchaseAtom } from '../../../../src/subscription/asked-plan.ts';
import { aUser, questions } from '../../../support/builders.ts';
import { answer } from '../../../support/fake-api.ts';
import { renderScreen, signIn } from '../../../support/render.tsx';

const GROWN = { dob: '1990-05-17', isActive: true };

beforeEach(() => store.set(purchaseAtom, null));

/** Opens the entry page as a player, with the server's reply about an open run. */
function open(
  parts: Partial<User> = {},
  { isRunOpen = false, contest = {}, tierParts = [] as TierPart[] } = {},
) {
  const player = aUser({ ...GROWN, ...parts });
  signIn(player);
  answer('get', 'payments/subscription/airtime/verify/2348030000000', {
    status: 502,
    code: 'billing/unavailable',
  });
  answer(
    'get',
    'rush/runs/current',
    isRunOpen
      ? {
          data: { id: '4', question: 'Q?', options: ['a', 'b', 'c', 'd'] },
          meta: {
            run: { id: 'run-1', level: 4, score: 45, timerMs: 15_000, leftMs: 9000, powerUps: [] },
          },
        }
      : { data: null, meta: { run: null, tierParts } },
  );
  answer('get', 'misc/config', {
    data: { prices: DEFAULT_PRICES, ways: WAYS, contest: { isOpen: true, ...contest } },
  });
  return renderScreen(<RushEntryPage />, { path: '/millionaire-rush', at: '/millionaire-rush' });
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

test('tells the power-ups, the price with its fee, and what a bad line does', async () => {
  open();
  expect(screen.getByRole('heading', { name: '4 power-ups, one use each' })).toBeDefined();
  for (const name of ['Skip', 'Time Freeze', 'Double Points', '50/50'])
    expect(screen.getByText(name)).toBeDefined();
  expect(screen.getByText('18+')).toBeDefined();
  expect(
    screen.getByText(/If network goes for longer than the time left, the run ends/),
  ).toBeDefined();
  const bar = await screen.findByRole('region', { name: 'Your ticket' });
  expect(bar.textContent).toContain('Ticket and 1.5% card fee');
  expect(bar.textContent).toContain('₦203');
  await press('Get Started');
  expect(store.get(purchaseAtom)).toEqual({ what: 'ticket', door: 'rush' });
});

test('what a place of each tier pays so far stands above the price', async () => {
  const naira = [480, 0, 5000] as const;
  const tierParts = ([1, 2, 3] as const).map((tier) => ({ tier, naira: naira[tier - 1] ?? 0 }));
  open({}, { tierParts });
  const bar = await screen.findByRole('region', { name: 'Your ticket' });
  const said = 'A place pays so far: ₦480 in Tier 1, ₦0 in Tier 2, ₦5,000 in Tier 3.';
  await waitFor(() => expect(bar.textContent).toContain(said));
  const rule = 'Winners of a tier share 60% of its ticket money, up to the full prize.';
  expect(screen.getByText(rule)).toBeDefined();
});

test('while no ticket of the day has counted, it says so in place of three times nothing', async () => {
  open({}, { tierParts: ([1, 2, 3] as const).map((tier) => ({ tier, naira: 0 })) });
  const bar = await screen.findByRole('region', { name: 'Your ticket' });
  const said = 'No ticket has counted yet today. Each one raises what its tier pays.';
  await waitFor(() => expect(bar.textContent).toContain(said));
  expect(bar.textContent).not.toContain('A place pays so far');
});

test('its line takes its room before the server tells', async () => {
  open();
  const bar = await screen.findByRole('region', { name: 'Your ticket' });
  expect(bar.textContent).toContain('A place pays so far: – in Tier 1, – in Tier 2, – in Tier 3.');
});

test('the terms show the bands only beside what is really paid', async () => {
  open();
  await press('View T&C');
  const terms = screen.getByRole('dialog', { name: 'Terms & Condition' });
  const bands = within(terms).getByRole('heading', {
    name: 'Tournament reward bands',
  }).parentElement;
  for (const times of ['×18', '×12', '×9', '×6']) expect(bands?.textContent).toContain(times);
  expect(bands?.textContent).toContain(
    "Cash is paid by the day's tiers: up to ₦2,000 for 0 to 499 points",
  );
});

describe('what comes before a run', () => {
  test('a date of birth, asked for here, once', async () => {
    const sent = answer('put', 'user', { data: aUser(GROWN), meta: { token: 'newer' } });
    open({ dob: null });
    await press('Get Started');
    const dialog = await screen.findByRole('dialog', { name: 'Are you 18 or older?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Continue' }));
    expect(dialog.textContent).toContain('Enter day, month and year');
    await userEvent.type(within(dialog).getByLabelText('Day'), '17');
    await userEvent.type(within(dialog).getByLabelText('Month'), '05');
    await userEvent.type(within(dialog).getByLabelText('Year'), '1990');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(store.get(purchaseAtom)).toMatchObject({ what: 'ticket' }));
    expect(sent.map(({ body }) => body)).toEqual([{ dob: '1990-05-17' }]);
  });

  test('under 18 there is nothing to buy; a wrong date is mended by Contact Us', async () => {
    open({ dob: '2015-01-01' });
    expect(
      await screen.findByText('You are under 18: tickets and cash are for adults.'),
    ).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Get Started' })).toBeNull();
    await userEvent.click(screen.getByRole('link', { name: /Contact Us$/ }));
    expect(screen.getByText('At /contact')).toBeDefined();
  });

  test('a date under 18 is told before it is said for good', async () => {
    const sent = answer('put', 'user', { data: aUser(GROWN) });
    open({ dob: null });
    await press('Get Started');
    await userEvent.type(screen.getByLabelText('Day'), '17');
    await userEvent.type(screen.getByLabelText('Month'), '05');
    await userEvent.type(screen.getByLabelText('Year'), '2015');
    expect(screen.getByText('Under 18: we cannot pay you yet')).toBeDefined();
    expect(sent).toHaveLength(0);
  });

  test('a subscription', async () => {
    open({ isActive: false });
    await press('Start Subscription');
    expect(store.get(purchaseAtom)).toEqual({ what: 'plan', door: 'rush' });
  });

  test('a permit: closed until there is one', async () => {
    open({}, { contest: { isOpen: false } });
    expect(
      await screen.findByText('Millionaire Rush is closed at present. Your tickets stay.'),
    ).toBeDefined();
  });
});

test('who runs it, by which permit, and whom to ask', async () => {
  open(
    {},
    {
      contest: {
        promoter: 'Ball Ltd',
        permit: 'NLRC/7',
        rules: 'https://ball.example/rules',
        support: 'tel:+2341',
      },
    },
  );
  expect(await screen.findByText(/Run by Ball Ltd\..*Permit NLRC\/7\./)).toBeDefined();
  expect(screen.getByRole<HTMLAnchorElement>('link', { name: 'Official rules' }).href).toBe(
    'https://ball.example/rules',
  );
});

test.each([
  [1, '1 ticket is waiting'],
  [2, '2 tickets are waiting'],
])('%i paid tickets wait, and the oldest is played', async (rushTickets, words) => {
  open({ rushTickets });
  expect(screen.getByRole('heading', { name: words })).toBeDefined();
  expect(screen.getByText('Already paid. Nothing more to pay.')).toBeDefined();
  await press('Play your ticket');
  expect(screen.getByText(/^At \/millionaire-rush\/[0-9a-f-]{36}$/)).toBeDefined();
});

describe('a run that this phone keeps', () => {
  const RUN = { playerId: 'player-1', startKey: 'start-1', runId: null, call: null, own: null };
  const keep = (parts: object) =>
    localStorage.setItem('fom-rush', JSON.stringify({ ...RUN, endKey: 'end-1', ...parts }));
  const OWN = { questions: questions(15), rows: [], shownAt: 0, used: {}, frozenAt: null };
  const own = (ended: string | null) => ({
    own: { ...OWN, optionsLeft: null, allowanceMs: 8000, ended },
  });

  test.each([
    ['is open', own(null), 'Your run is open. Its clock runs on.', 'Go on'],
    ['has ended', own('wrong'), 'Your last run has ended.', 'See how it ended'],
    ['ended at the server', { runId: 'run-1' }, 'Your last run has ended.', 'See how it ended'],
  ])('and that %s comes before a ticket', async (_how, parts, said, way) => {
    keep(parts);
    open({ rushTickets: 1 });
    expect(await screen.findByText(said)).toBeDefined();
    await press(way);
    expect(screen.getByText(/^At \/millionaire-rush\/./)).toBeDefined();
  });

  test('and that got no answer is started again by its key', async () => {
    keep({});
    open({ rushTickets: 1 });
    expect(screen.getByText('Your kick-off got no answer.')).toBeDefined();
    await press('Try again');
    expect(screen.getByText('At /millionaire-rush/start-1')).toBeDefined();
  });
});

test('a run that is open is gone on with, on any phone', async () => {
  open({ rushTickets: 1 }, { isRunOpen: true });
  expect(await screen.findByText('Your run is open. Its clock runs on.')).toBeDefined();
  await press('Go on');
  expect(screen.getByText(/^At \/millionaire-rush\//)).toBeDefined();
});
