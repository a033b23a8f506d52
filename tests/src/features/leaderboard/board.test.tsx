import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BrowserRouter, Link, Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { BoardRow } from '../../../../src/contract/boards.ts';
import { pictureOf, ToHome } from '../../../../src/features/leaderboard/board.tsx';
import { DEFAULT_OFFER } from '../../../../src/offer/offer.ts';
import { DEFAULT_PRIZES, prizeRows } from '../../../../src/rules/prizes.ts';
import { currentSession } from '../../../../src/session/session.ts';
import { aBoard, aBoardRow, boardRows } from '../../../support/builders.ts';
import { type Answer, answer, held } from '../../../support/fake-api.ts';
import { address, CHECK, chosenTab, DAY_MS, iso, open, signInAged } from './boards.tsx';

describe('weekly and monthly boards', () => {
  const HOUR = 3_600_000;

  const FAILED = { status: 403, code: 'x' };

  let checks: ReturnType<typeof answer>;

  beforeEach(() => {
    checks = signInAged(31);
  });

  const boardOf = (name: string) => aBoard({ leaderBoard: [aBoardRow(1, { name })] });

  /** The replies that the screen needs; gives the requests for last week's. */
  function serve(replies: { week?: Answer; month?: Answer; lastWeek?: Answer } = {}) {
    answer('get', 'points', replies.week ?? boardOf('Week'));
    answer('get', 'points/monthly', replies.month ?? boardOf('Month'));
    return answer('get', 'points/leaderboard/last-week', replies.lastWeek ?? boardOf('Last'));
  }

  const isLoading = () =>
    screen.queryByRole('status', { name: 'Loading the leaderboard' }) !== null;

  const tab = (name: string) => screen.getByRole('tab', { name });

  describe('the weekly and monthly boards', () => {
    test.each(['/leaderboard', '/daily'])('are at %s for an account of 31 days', async (at) => {
      serve();
      open(at);
      await screen.findByText('Week');
      expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Leaderboard');
      expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
        'Weekly',
        'Monthly',
      ]);
    });

    test('load until both are there', async () => {
      const { answer: later, release } = held(boardOf('Month'));
      serve({ month: later });
      open();
      await vi.waitFor(() => expect(currentSession().token).toBe('newer'));
      expect(isLoading()).toBe(true);
      expect(screen.queryByText('Week')).toBeNull();
      await release();
      await screen.findByText('Week');
      expect(isLoading()).toBe(false);
    });

    test('are there while the subscription check is still on its way', async () => {
      const { answer: later, release } = held({ status: 403, code: 'x' });
      answer('get', CHECK, later);
      serve();
      open();
      await screen.findByText('Week');
      await release();
    });

    test('check the subscription, and take over the newer token', async () => {
      serve();
      open();
      await screen.findByText('Week');
      await vi.waitFor(() => expect(currentSession().token).toBe('newer'));
      expect(checks).toHaveLength(1);
    });

    test('put tab and week into the address', async () => {
      const asked = serve();
      open();
      await screen.findByText('Week');
      expect(asked).toHaveLength(0);
      await userEvent.click(screen.getByRole('button', { name: 'This week. Change to last week' }));
      expect(address()).toBe('/leaderboard?week=last');
      await screen.findByText('Last');
      expect(asked).toHaveLength(1);
      await userEvent.click(screen.getByRole('button', { name: 'Last week. Change to this week' }));
      expect(address()).toBe('/leaderboard');
      await screen.findByText('Week');
      await userEvent.click(tab('Monthly'));
      expect(address()).toBe('/leaderboard?board=monthly');
      expect(screen.getByText('Month')).toBeTruthy();
      expect(screen.queryByRole('button', { name: /week/ })).toBeNull();
    });

    test.each([
      ['/leaderboard?week=last', 'Weekly', 'Last'],
      ['/leaderboard?board=monthly', 'Monthly', 'Month'],
      ['/leaderboard?board=yearly&week=next', 'Weekly', 'Week'],
    ])('open at %s with %s', async (at, name, player) => {
      serve();
      open(at);
      await screen.findByText(player);
      expect(chosenTab('Leaderboard')).toBe(name);
    });

    test('say what the month pays, and on which condition', async () => {
      serve({ month: aBoard() });
      open('/leaderboard?board=monthly');
      const prize = await screen.findByText(/^First place wins/);
      expect(prize.textContent).toBe(
        'First place wins ₦50,000 if they bought at least 3,000 coins this month, if not, the next player who did.',
      );
    });

    test("say what the operator's table pays instead", async () => {
      const [week] = prizeRows(DEFAULT_PRIZES, 'all', 'weekly');
      const [month] = prizeRows(DEFAULT_PRIZES, 'all', 'monthly');
      answer('get', 'misc/config', {
        data: {
          ...DEFAULT_OFFER,
          prizes: [
            { ...week, places: 4, naira: 7500, minPoints: 60 },
            { ...month, places: 2, naira: 20_000 },
          ],
        },
      });
      const twelve = aBoard({ leaderBoard: boardRows(12) });
      serve({ week: twelve, month: twelve });
      open();
      await screen.findByText('Paid from 60 points.');
      expect(screen.getAllByText('₦7,500')).toHaveLength(4);
      expect(screen.getByText('Top 4 win cash')).toBeTruthy();
      await userEvent.click(tab('Monthly'));
      expect((await screen.findByText(/^Top 2 win/)).textContent).toBe(
        'Top 2 win ₦20,000: those who bought at least 3,000 coins this month.',
      );
    });

    test('lead to a game from a board with nobody on it', async () => {
      serve({ week: aBoard({ leaderBoard: [] }) });
      open();
      await userEvent.click(await screen.findByRole('button', { name: 'Play now' }));
      await screen.findByText('At /home');
    });
  });

  describe("a board's period", () => {
    const weekTo = (endsAt: number) => ({
      startsAt: iso(endsAt - 7 * DAY_MS),
      endsAt: iso(endsAt),
      finalAt: iso(endsAt + DAY_MS),
    });

    test('says when it resets', async () => {
      serve({ week: aBoard({}, { period: weekTo(Date.now() + 52 * HOUR + HOUR / 2) }) });
      open();
      await screen.findByText('Resets in 2 d 4 h');
    });

    test('says of a week that is over whether it is final', async () => {
      serve({ lastWeek: aBoard({}, { period: weekTo(Date.now() - 2 * DAY_MS) }) });
      open('/leaderboard?week=last');
      await screen.findByText('Final');
    });

    test('is not told where the server does not tell', async () => {
      serve();
      open();
      await screen.findByText('Week');
      expect(screen.queryByText(/Resets|Until|Final/)).toBeNull();
    });

    test('that ends in sight is asked for anew', async () => {
      const period = weekTo(Date.now() + 1500);
      serve();
      const next = weekTo(Date.now() + 7 * DAY_MS + 1500);
      const asked = answer('get', 'points', aBoard({}, { period }), aBoard({}, { period: next }));
      open();
      await screen.findByText('Resets in 1 min');
      await screen.findByText('Resets in 7 d', {}, { timeout: 5000 });
      expect(asked).toHaveLength(2);
    });
  });

  describe('a board that cannot be retrieved', () => {
    const told = () => screen.findAllByText('Failed to retrieve leaderboard');

    test('sends the player home and says why, once', async () => {
      serve({ week: FAILED, month: FAILED });
      open();
      await screen.findByText('At /home');
      expect(await told()).toHaveLength(1);
    });

    test('of last week does so as well', async () => {
      serve({ lastWeek: FAILED });
      open('/leaderboard?week=last');
      await screen.findByText('At /home');
      expect(await told()).toHaveLength(1);
    });

    test('does not take the other one away', async () => {
      serve({ month: FAILED });
      open();
      await screen.findByText('Week');
      expect(screen.queryByText('Failed to retrieve leaderboard')).toBeNull();
    });

    test('is asked for once more when it is chosen', async () => {
      serve();
      answer('get', 'points/monthly', FAILED, boardOf('Month'));
      open();
      await screen.findByText('Week');
      await userEvent.click(tab('Monthly'));
      await screen.findByText('Month');
    });

    test('shows its copy with its age', async () => {
      serve();
      const first = open();
      await screen.findByText('Week');
      first.unmount();
      serve({ week: 'no answer', month: 'no answer' });
      open();
      await screen.findByText('Week');
      await screen.findByText('No network');
      await screen.findByText(/^This is from /);
      expect(screen.queryByText('Failed to retrieve leaderboard')).toBeNull();
      expect(screen.queryByText('At /home')).toBeNull();
    });

    test('shows its copy also while the other one has none', async () => {
      serve({ month: FAILED });
      const first = open();
      await screen.findByText('Week');
      first.unmount();
      const { answer: later, release } = held(boardOf('Month'));
      serve({ week: boardOf('Newer'), month: later });
      open();
      await screen.findByText('Week');
      await release();
    });

    test('never opened before, on a phone without network, stays and says so at once', async () => {
      const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
      serve({ week: 'no answer', month: 'no answer' });
      open();
      await screen.findByRole('heading', { name: 'Not on this phone yet' });
      expect(screen.getByText('Nothing is saved on this phone yet')).toBeTruthy();
      expect(screen.queryByText('Failed to retrieve leaderboard')).toBeNull();
      expect(screen.queryByText('At /home')).toBeNull();
      onLine.mockRestore();
    });

    test('says nothing of it to a player who was signed out', async () => {
      answer('get', CHECK, FAILED);
      serve({ week: { status: 401, code: 'session/none' }, month: FAILED });
      open();
      await screen.findByText('Signed out');
      expect(screen.queryByText('Failed to retrieve leaderboard')).toBeNull();
    });
  });
});

describe('a row’s picture', () => {
  const ROW = { fmuser: { image: 'ada.webp' } } as BoardRow;

  afterEach(() => void Reflect.deleteProperty(navigator, 'connection'));

  test.each([
    [undefined, 'ada.webp'],
    [{ effectiveType: '3g' }, 'ada.webp'],
    [{ effectiveType: '2g' }, null],
    [{ saveData: true, effectiveType: '4g' }, null],
  ])('where the browser tells %o a board shows %s', (value, picture) => {
    Object.defineProperty(navigator, 'connection', { configurable: true, value });
    expect(pictureOf(ROW)).toBe(picture);
  });
});

describe('the way back', () => {
  beforeEach(() => history.replaceState(null, '', '/'));

  /** A dashboard, a page and a board that fails to load, on the browser's own history. */
  function open() {
    render(
      <BrowserRouter>
        <Routes>
          <Route path="/" element={<Link to="/home">Enter</Link>} />
          <Route
            path="/home"
            element={
              <>
                <h1>Dashboard</h1>
                <Link to="/daily">Leaderboard</Link>
                <Link to="/rules">Rules</Link>
              </>
            }
          />
          <Route path="/rules" element={<Link to="/daily">Leaderboard</Link>} />
          <Route path="/daily" element={<ToHome />} />
        </Routes>
      </BrowserRouter>,
    );
  }

  const follow = (name: string) => userEvent.click(screen.getByRole('link', { name }));

  test('Back leads away from the dashboard at once after a board that failed', async () => {
    open();
    await follow('Enter');
    await follow('Leaderboard');
    await screen.findByRole('heading', { name: 'Dashboard' });
    history.back();
    await screen.findByRole('link', { name: 'Enter' });
  });

  test('it leads to the dashboard from another page, too', async () => {
    open();
    await follow('Enter');
    await follow('Rules');
    await follow('Leaderboard');
    await screen.findByRole('heading', { name: 'Dashboard' });
    expect(location.pathname).toBe('/home');
  });
});
