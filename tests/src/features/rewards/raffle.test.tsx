import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { drawMonth, isClosed, waitedDraw } from '../../../../src/features/rewards/raffle.tsx';
import { DEFAULT_PRICES, WAYS } from '../../../../src/rules/money.ts';
import { DEFAULT_PRIZES } from '../../../../src/rules/prizes.ts';
import { aUser } from '../../../support/builders.ts';
import { type Answer, answer } from '../../../support/fake-api.ts';
import { signIn } from '../../../support/render.tsx';
import { atNoon, open } from './rewards.tsx';

describe('the raffle', () => {
  atNoon();

  beforeEach(() => {
    localStorage.clear();
    signIn();
  });

  const CODES = ['FOM-7KQ2-9PLD-81', 'FOM-3MTX-2WVB-40', 'FOM-9PLD-8HZN-17', 'FOM-2WVB-5RCA-66'];

  const REASONS = ['points', 'streak', 'fifth-play', null];

  const tickets = CODES.map((code, index) => ({
    code,
    reason: REASONS[index],
    earnedAt: '2026-11-20T09:00:00.000Z',
  }));

  const raffle = {
    month: '2026-11',
    points: 2310,
    closesAt: '2026-11-29T12:00:00.000Z',
    lastDraw: '2026-10',
  };

  const serve = (reply: Answer = { data: tickets, meta: { raffle } }) =>
    answer('get', 'user/tournament-tickets', reply);

  const offer = (parts: Record<string, unknown>) =>
    answer('get', 'misc/config', { data: { prices: DEFAULT_PRICES, ways: WAYS, ...parts } });

  test('points, tier and tickets of the month, and all codes on request', async () => {
    serve();
    open('/rewards');
    await screen.findByText('2,310');
    screen.getByText('Tier 2');
    expect(screen.getByText('Total tickets').parentElement?.textContent).toBe('Total tickets4');
    expect(screen.queryByText(CODES[3] as string)).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'See all 4 tickets' }));
    const dialog = within(screen.getByRole('dialog', { name: 'My 4 tickets' }));
    dialog.getByText('Keep these codes. We call them in the live draw.');
    expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'FOM-7KQ2-9PLD-81 100 points',
      'FOM-3MTX-2WVB-40 7 days in a row',
      'FOM-9PLD-8HZN-17 Fifth play of a day',
      'FOM-2WVB-5RCA-66 ',
    ]);
  });

  test('the last draw can be checked', async () => {
    serve();
    open('/rewards');
    await userEvent.click(await screen.findByRole('link', { name: 'Check the draw of October' }));
    await screen.findByText('At /rewards/draw/2026-10');
  });

  test('an API that tells the codes alone has neither points nor tier', async () => {
    serve({ data: [{ code: '12345' }] });
    open('/rewards');
    await screen.findByText('12345');
    expect(screen.queryByText('My Points')).toBeNull();
    expect(screen.queryByText(/Check the draw/)).toBeNull();
  });

  test('who has no ticket yet is told how to win one', async () => {
    serve({ data: [], meta: { raffle: { ...raffle, points: 0, lastDraw: null } } });
    open('/rewards');
    await screen.findByText('No tickets yet');
    screen.getByText('Win 100 points, or play 7 days in a row.');
    await userEvent.click(screen.getByRole('button', { name: 'Play now' }));
    await screen.findByText('At /home');
  });

  test("prize, live draw and promoter are the operator's", async () => {
    serve();
    offer({
      links: { liveDraw: 'https://live.example.com' },
      contest: { isOpen: true, promoter: 'Mastermind Games Ltd', permit: 'NLRC/26/114' },
      prizes: DEFAULT_PRIZES.map((row) =>
        row.board === 'raffle' ? { ...row, naira: 250_000 } : row,
      ),
    });
    open('/rewards');
    await screen.findByText('₦250,000');
    expect(screen.getByRole('link', { name: 'Go Live' }).getAttribute('href')).toBe(
      'https://live.example.com',
    );
    // It is beneath the tickets, which may come after the offer.
    await screen.findByText('Run by Mastermind Games Ltd. Permit NLRC/26/114.');
    screen.getByText('18+');
  });

  test('where nothing is won no prize is named, and without a link there is no live draw', async () => {
    serve();
    offer({ prizes: [] });
    open('/rewards');
    await screen.findByText('2,310');
    await vi.waitFor(() => expect(screen.queryByText(/Prize up to/)).toBeNull());
    expect(screen.queryByRole('link', { name: 'Go Live' })).toBeNull();
  });

  test('the countdown runs to the draw', async () => {
    serve();
    open('/rewards');
    screen.getByText('Sun 29 Nov, 13:00');
    expect(screen.getByRole('timer').textContent).toBe('08 days01 hours00 min00 sec');
    await screen.findByText('2,310');
  });

  describe('on the days of the draw', () => {
    const on = (day: number, time: string) =>
      vi.setSystemTime(Date.parse(`2026-11-${day}T${time}:00+01:00`));
    const drawIs = (state: string) =>
      answer('get', 'raffle/draws/2026-11', {
        data: {
          month: '2026-11',
          state,
          closesAt: raffle.closesAt,
          sealedAt: null,
          drawnAt: null,
          tickets: null,
          root: null,
          seedHash: null,
          seed: null,
          figure: { what: null, value: null },
          winners: [],
          promoter: null,
          permit: null,
        },
      });

    test.each([
      [29, '09:00', 'open', 'The draw is today', 'Sun 29 Nov, 13:00'],
      [29, '15:00', 'sealed', 'The list is closed', 'Mon 30 Nov, 13:00'],
      [29, '15:00', 'drawn', 'The winner is drawn', 'Tue 29 Dec, 13:00'],
      [30, '09:00', 'sealed', 'The list is closed', 'Mon 30 Nov, 13:00'],
      [30, '09:00', 'drawn', 'The winner is drawn', 'Tue 29 Dec, 13:00'],
    ])('on the %ith at %s with a draw that is %s: %s', async (day, time, state, text, next) => {
      on(day, time);
      serve();
      drawIs(state);
      open('/rewards');
      await screen.findByText(text);
      await screen.findByText(next);
      if (state === 'drawn') {
        await userEvent.click(screen.getByRole('link', { name: 'Check the draw' }));
        await screen.findByText('At /rewards/draw/2026-11');
      }
    });
  });

  describe('the tabs', () => {
    test('are in the address', async () => {
      serve();
      answer('get', 'payouts', { data: [] });
      open('/rewards');
      await screen.findByText('2,310');
      await userEvent.click(screen.getByRole('tab', { name: 'My winnings' }));
      await screen.findByText('No wins yet');
      expect(screen.getByRole('status', { name: 'address' }).textContent).toBe('/rewards#winnings');
      await userEvent.click(screen.getByRole('tab', { name: 'Raffle Draw' }));
      expect(screen.getByRole('status', { name: 'address' }).textContent).toBe('/rewards');
    });

    test('a network without the raffle has its winnings alone', async () => {
      signIn(aUser({ network: 'glo' }));
      answer('get', 'payouts', { data: [] });
      open('/rewards');
      await screen.findByText('No wins yet');
      expect(screen.queryByRole('tab')).toBeNull();
    });
  });
});

const lagos = (text: string) => Date.parse(`${text}:00+01:00`);

test.each([
  ['2026-11-21T12:00', false, '2026-11-29T13:00'],
  ['2026-11-29T13:00', false, '2026-11-30T13:00'],
  ['2026-11-29T13:00', true, '2026-12-29T13:00'],
  ['2026-11-30T13:00', false, '2026-12-29T13:00'],
  ['2027-02-01T00:00', false, '2027-02-28T13:00'],
])('at %s, drawn: %s, the draw of %s is waited for', (now, isDrawn, draw) => {
  expect(waitedDraw(lagos(now), isDrawn)).toBe(lagos(draw));
});

describe('a day of the draw', () => {
  test.each([
    ['2026-11-28T23:59', null],
    ['2026-11-29T00:00', '2026-11'],
    ['2026-11-30T23:59', '2026-11'],
    ['2026-12-01T00:00', null],
    ['2027-02-28T00:00', '2027-02'],
    ['2027-03-01T00:00', null],
  ])('at %s it is that of %s', (now, month) => {
    expect(drawMonth(lagos(now))).toBe(month);
  });

  test.each([
    ['2026-11-29T12:59', false],
    ['2026-11-29T13:00', true],
    ['2026-11-30T08:00', true],
    ['2027-02-28T12:59', false],
    ['2027-02-28T13:00', true],
  ])('at %s the list is closed: %s', (now, closed) => {
    expect(isClosed(lagos(now))).toBe(closed);
  });
});
