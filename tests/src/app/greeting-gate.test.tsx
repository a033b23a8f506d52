import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { GreetingGate } from '../../../src/app/header-layout.tsx';
import { queryClient } from '../../../src/app/query-client.ts';
import { greetedKey } from '../../../src/config/storage-keys.ts';
import type { Payout } from '../../../src/contract/payouts.ts';
import { AgeSheet } from '../../../src/features/home/cards.tsx';
import { RewardsPage } from '../../../src/features/rewards/rewards-page.tsx';
import { announce } from '../../../src/lib/popup-order.ts';
import { standInEmail } from '../../../src/rules/players.ts';
import { aUser } from '../../support/builders.ts';
import { type Answer, answer } from '../../support/fake-api.ts';
import { hurryLooks, twoLooks } from '../../support/looks.ts';
import { renderScreen, signIn } from '../../support/render.tsx';
import { aPayout, winnings } from '../features/rewards/rewards.tsx';

const { celebrate } = vi.hoisted(() => ({ celebrate: vi.fn(() => () => undefined) }));
vi.mock('../../../src/components/hooks.ts', async (original) => ({
  ...(await original<object>()),
  celebrate,
}));

hurryLooks();

/** Each test has a player of its own, because one opening greets once. */
let players = 0;
let player = aUser();
beforeEach(() => {
  players += 1;
  player = aUser({ id: `winner-${players}`, email: standInEmail('2348030000000') });
  signIn(player);
  localStorage.removeItem(greetedKey(player.id));
  celebrate.mockClear();
});

const aWin = (parts: Partial<Payout> = {}) => aPayout({ isSeen: false, ...parts });
const serve = (...replies: Answer[]) => answer('get', 'payouts', ...replies);
const takesSeen = (...replies: Answer[]) => answer('put', 'payouts/seen', ...replies);
const open = () =>
  renderScreen(
    <>
      <GreetingGate />
      <AgeSheet player={player} />
    </>,
  );
const greeting = () => screen.findByRole('dialog', { name: /^You won/ }, { timeout: 5000 });
const ageSheet = () => screen.findByRole('dialog', { name: /18/ }, { timeout: 5000 });

test('a win is told once: its sum, what it was won with, what happens next', async () => {
  serve(winnings([aWin()]));
  const seen = takesSeen({ data: null });
  open();
  const dialog = await greeting();
  expect(dialog.textContent).toContain('You won ₦2,820');
  screen.getByText('7th place, week of Mon 9 Nov', { exact: false });
  screen.getByText('We check the result');
  screen.getByText('24 to 48 hours after the check');
  await vi.waitFor(() => expect(seen[0]?.body).toEqual({ references: ['PO-8HZN-09'] }));
  // Only then is the player asked for their age.
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  await ageSheet();
});

test('it leads to the winnings', async () => {
  serve(winnings([aWin()]));
  takesSeen({ data: null });
  open();
  await greeting();
  await userEvent.click(screen.getByRole('button', { name: 'See my winnings' }));
  await screen.findByText('At /rewards');
});

test('of two wins the sum is told', async () => {
  serve(winnings([aWin(), aWin({ reference: 'PO-2', grossKobo: 300_000, kind: 'airtime' })]));
  takesSeen({ data: null });
  open();
  expect((await greeting()).textContent).toContain('You won ₦5,820');
  screen.getByText('2 prizes');
});

describe('what was made good of a wrong question', () => {
  const until = '2026-11-18T11:00:00.000Z';
  const one = { questions: 1, points: 5, coins: 10, tickets: 0, until };
  const served = (wins: Payout[], madeGood: object) => {
    const { data } = winnings(wins) as { data: unknown };
    serve({ data, meta: { madeGood } });
  };
  const told = () => screen.findByRole('dialog', { name: 'We made it right' }, { timeout: 5000 });

  test.each([
    [one, 'A question in your games was wrong. You get 5 points and 10 coins.'],
    [
      { questions: 2, points: 5, coins: 10, tickets: 1, until },
      'Some questions in your games were wrong. You get 5 points, 10 coins and 1 ticket of Millionaire Rush.',
    ],
  ])('is told, and the server is told so', async (madeGood, text) => {
    served([], madeGood);
    const seen = takesSeen({ data: null });
    open();
    expect((await told()).textContent).toContain(text);
    await vi.waitFor(() =>
      expect(seen.map(({ body }) => body)).toEqual([{ references: [], madeGoodUntil: until }]),
    );
    await userEvent.click(screen.getByRole('button', { name: 'OK' }));
    await ageSheet();
  });

  test('comes behind a win', async () => {
    served([aWin()], one);
    takesSeen({ data: null });
    open();
    await greeting();
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    await told();
  });
});

describe('confetti', () => {
  test('comes with the first win', async () => {
    serve(winnings([aWin()]));
    takesSeen({ data: null });
    open();
    await greeting();
    await vi.waitFor(() => expect(celebrate).toHaveBeenCalledOnce());
  });

  test('does not come with a later one', async () => {
    serve(winnings([aWin(), aPayout({ reference: 'PO-1', state: 'paid' })]));
    takesSeen({ data: null });
    open();
    await greeting();
    expect(celebrate).not.toHaveBeenCalled();
  });
});

test.each<[string, Partial<Payout>, string]>([
  ['that waits for the player', { state: 'held', reason: 'no-bank-account' }, 'It waits for you'],
  ['that is on its way', { state: 'sending' }, 'We send it to your bank'],
  ['that is paid', { state: 'paid' }, 'It is sent'],
  ['of airtime', { kind: 'airtime' }, 'We send it to you'],
])('a win %s says so', async (_how, parts, text) => {
  serve(winnings([aWin(parts)]));
  takesSeen({ data: null });
  open();
  await greeting();
  screen.getByText(text);
});

test('a lost call greets nobody twice: the phone knows, and tells the server again', async () => {
  localStorage.setItem(greetedKey(player.id), JSON.stringify(['PO-8HZN-09']));
  serve(winnings([aWin()]));
  const seen = takesSeen({ data: null });
  open();
  await ageSheet();
  expect(screen.queryByText('You won')).toBeNull();
  expect(seen[0]?.body).toEqual({ references: ['PO-8HZN-09'] });
  await vi.waitFor(() => expect(localStorage.getItem(greetedKey(player.id))).toBeNull());
});

test('a copy from before hides no new win', async () => {
  serve(winnings([]), winnings([aWin()]));
  takesSeen({ data: null });
  const { unmount } = renderScreen(<RewardsPage />, { path: '/rewards', at: '/rewards#winnings' });
  await screen.findByText('No wins yet');
  unmount();
  queryClient.clear();
  open();
  await greeting();
});

test('what the server was not told stays known on the phone', async () => {
  serve(winnings([aWin()]));
  takesSeen('no answer');
  open();
  await greeting();
  expect(localStorage.getItem(greetedKey(player.id))).toBe('["PO-8HZN-09"]');
});

test.each<[string, Answer]>([
  ['who was greeted already', winnings([aPayout()])],
  ['whose prize has lapsed', winnings([aWin({ state: 'lapsed' })])],
  ['whose API knows no prizes', { status: 404, code: 'route/unknown' }],
])('a player %s is not greeted, and what comes next does', async (_who, reply) => {
  serve(reply);
  takesSeen({ data: null });
  open();
  await ageSheet();
  expect(screen.queryByText('You won')).toBeNull();
});

test('a payment that waits is told of first', async () => {
  const asked = serve(winnings([aWin()]));
  takesSeen({ data: null });
  const arrive = announce('payment');
  open();
  await twoLooks();
  expect(asked).toHaveLength(0);
  arrive();
  await greeting();
});
