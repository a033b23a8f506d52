import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { RushBoardPage } from '../../../../src/features/leaderboard/rush-board-page.tsx';
import { aBoard, aBoardRow, boardRows } from '../../../support/builders.ts';
import { type Answer, answer } from '../../../support/fake-api.ts';
import { renderScreen } from '../../../support/render.tsx';
import { signInAged } from './boards.tsx';

const TODAY = 'points/tournament/leaderboard';
const YESTERDAY = 'points/tournament/yesterday-players';

beforeEach(() => void signInAged(29));

const own = aBoardRow(8, { userId: 'player-1', name: 'Ada', highScore: 620 });
const BOARD = aBoard({ user: own, position: 8, leaderBoard: boardRows(10) });

function open(today: Answer, yesterday: Answer = today) {
  answer('get', YESTERDAY, yesterday);
  const asked = answer('get', TODAY, today);
  renderScreen(<RushBoardPage />, {
    path: '/millionaire-rush/leaderboard',
    at: '/millionaire-rush/leaderboard',
  });
  return asked;
}

describe("the tournament's board", () => {
  test('opens on the own tier of the current day: amounts, and never points', async () => {
    open(BOARD);
    await screen.findByText('500 to 999 points. Top 5 win up to ₦3,000.');
    const tabs = within(screen.getByRole('tablist', { name: 'Rush leaderboard' }));
    expect(tabs.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'Current Day',
      'Previous Day',
    ]);
    await screen.findByRole('region', { name: 'Your place' });
    const paid = screen
      .getAllByRole('listitem')
      .filter((row) => row.textContent?.includes('₦3,000'));
    expect(paid).toHaveLength(5);
    expect(screen.queryByText('620')).toBeNull();
    expect(screen.getByText('WINNING ZONE')).toBeDefined();
    expect(screen.getByText('Top 5 win cash')).toBeDefined();
    expect(screen.getByRole('region', { name: 'Your place' }).textContent).toContain(
      '3 places from the money',
    );
  });

  const rows = () =>
    [...document.querySelectorAll('.row')].map((row) => row.querySelector('.place')?.textContent);

  test('has the own row once: in its place, with the places before and behind it', async () => {
    const among = boardRows(10).with(7, own);
    open(aBoard({ user: own, position: 8, leaderBoard: among }));
    await screen.findByRole('region', { name: 'Your place' });
    expect(screen.getAllByText('Ada')).toHaveLength(1);
    expect(rows()).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10']);
  });

  test('has the own row below the zone where it is not among those that are shown', async () => {
    open(aBoard({ user: own, position: 40, leaderBoard: boardRows(50) }));
    const place = await screen.findByRole('region', { name: 'Your place' });
    expect(place.textContent).toContain('35 places from the money');
    expect(rows().slice(4, 8)).toEqual(['5', '40', '6', '7']);
    expect(rows()).toHaveLength(32);
  });

  test('has no zone line where fewer than five stand on it', async () => {
    open(aBoard({ user: own, position: 2, leaderBoard: boardRows(4) }));
    await screen.findByRole('region', { name: 'Your place' });
    expect(screen.queryByText('WINNING ZONE')).toBeNull();
  });

  test('that nobody is on leads to the game', async () => {
    open(aBoard({ leaderBoard: [] }));
    await screen.findByText('No leaderboard yet');
    await userEvent.click(screen.getByRole('button', { name: 'Play Millionaire Rush' }));
    await screen.findByText('At /millionaire-rush');
  });

  test('that cannot be read says so, and leads to the dashboard', async () => {
    open({ status: 403, code: 'x' });
    await screen.findByText('Failed to retrieve leaderboard');
    await screen.findByText('At /home');
  });
});
