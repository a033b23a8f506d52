import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { SideBoard } from '../../../../src/features/leaderboard/side-board.tsx';
import { aBoard, aBoardRow, boardRows } from '../../../support/builders.ts';
import { answer } from '../../../support/fake-api.ts';
import { renderScreen } from '../../../support/render.tsx';
import { signInAged } from './boards.tsx';

const side = () => screen.findByRole('complementary', { name: 'Leaderboard this week' });

test('the board beside the dashboard shows the first nine, the own place among them, and leads to all', async () => {
  signInAged(31, { id: 'user-5' });
  answer('get', 'points', aBoard({ leaderBoard: boardRows(31), user: aBoardRow(5), position: 5 }));
  renderScreen(<SideBoard />);
  const board = within(await side());
  expect(await board.findAllByRole('listitem')).toHaveLength(8);
  expect(board.getByRole('region', { name: 'Your place' }).textContent).toContain('5');
  expect(board.getByText('Player 9')).toBeTruthy();
  expect(board.queryByText('Player 10')).toBeNull();
  expect(board.getByRole('link', { name: 'See the whole board' }).getAttribute('href')).toBe(
    '/leaderboard',
  );
});

test('who is shown the daily boards is led to the week there, and has the own place below', async () => {
  signInAged(3, { id: 'user-40' });
  answer(
    'get',
    'points',
    aBoard({ leaderBoard: boardRows(31), user: aBoardRow(40), position: 4210 }),
  );
  renderScreen(<SideBoard />);
  const board = within(await side());
  const place = await board.findByRole('region', { name: 'Your place' });
  expect(place.textContent).toContain('4,210');
  expect(board.getAllByRole('listitem')).toHaveLength(9);
  expect(board.getByRole('link', { name: 'See the whole board' }).getAttribute('href')).toBe(
    '/daily?tab=current-week',
  );
});

test('a week that nobody has played, or that cannot be read, takes no room', async () => {
  signInAged(31);
  const asked = answer('get', 'points', aBoard({ leaderBoard: [] }));
  const { unmount } = renderScreen(<SideBoard />);
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  await vi.waitFor(() => expect(screen.queryByRole('complementary')).toBeNull());
  unmount();
  answer('get', 'points', { status: 403, code: 'x' });
  renderScreen(<SideBoard />);
  await vi.waitFor(() => expect(screen.queryByRole('complementary')).toBeNull());
});
