import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { env } from '../../../../src/config/env.ts';
import type { BoardRow } from '../../../../src/contract/boards.ts';
import { aBoard, aBoardRow, aUser, boardRows } from '../../../support/builders.ts';
import { type Answer, answer, held } from '../../../support/fake-api.ts';
import { open, signInAged } from './boards.tsx';

const DONE: Answer = { data: null };

const THANKS = 'Reported. Thank you: we will look at it';

beforeEach(() => {
  signInAged(31);
});

/** The weekly board with these rows, and the reports of the first one's player. */
async function show(rows: BoardRow[], ...replies: [Answer, ...Answer[]]) {
  const [first] = rows;
  answer('get', 'points', aBoard({ leaderBoard: rows }));
  answer('get', 'points/monthly', aBoard({ leaderBoard: [] }));
  const seen = answer('post', `players/${first?.userId}/report`, ...replies);
  open();
  await screen.findByText(first?.fmuser.name || 'Player');
  return seen;
}

const pictured = (name: string, place = 1) =>
  aBoardRow(place, { fmuser: { name, image: `${'a'.repeat(32)}.jpg` } });

const player = (name: string) => screen.getByRole('button', { name });

const sheet = (name: string) => within(screen.getByRole('dialog', { name }));

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

const ways = (name: string) =>
  sheet(name)
    .getAllByRole('button', { name: /^Report/ })
    .map(({ textContent }) => textContent);

describe('the name of another player', () => {
  test.each([
    ['Report picture', 'picture'],
    ['Report name', 'name'],
    ['Report something else', 'other'],
  ])('opens a sheet whose "%s" tells the operator', async (action, reason) => {
    const seen = await show([pictured('Queen')], DONE);
    await press('Queen');
    await press(action);
    await screen.findByText(THANKS);
    expect(seen.map(({ body }) => body)).toEqual([{ reason }]);
    expect(seen[0]?.headers.get('Authorization')).toMatch(/^Bearer /);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(player('Queen'));
  });

  test('opens by keys, on the podium and below it', async () => {
    await show(boardRows(12), DONE);
    for (const name of ['Player 1', 'Player 12']) {
      player(name).focus();
      await userEvent.keyboard('{Enter}');
      expect(ways(name)).toEqual(['Report name', 'Report something else']);
      await userEvent.keyboard('{Escape}');
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    }
  });

  test('that is missing leaves the picture to be reported', async () => {
    await show([pictured('')], DONE);
    await press('Player');
    expect(ways('Player')).toEqual(['Report picture', 'Report something else']);
  });
});

describe('nothing is reported of', () => {
  const isText = (name: string) => {
    expect(screen.getByText(name, { selector: 'li *' })).toBeTruthy();
    expect(screen.queryByRole('button', { name })).toBeNull();
  };

  test('the player themselves', async () => {
    const own = aBoardRow(2, { userId: aUser().id, name: 'Ada Own' });
    await show([aBoardRow(1), own], DONE);
    isText('Ada Own');
  });

  test('somebody whose account is deleted', async () => {
    await show([aBoardRow(1), aBoardRow(2, { name: 'Deleted player' })], DONE);
    isText('Deleted player');
  });

  test('somebody without a name or picture', async () => {
    await show([aBoardRow(1), aBoardRow(2, { name: null })], DONE);
    isText('Player');
  });

  test('anybody where the API has no additions', async () => {
    const { hasAdditions } = env;
    env.hasAdditions = false;
    onTestFinished(() => {
      env.hasAdditions = hasAdditions;
    });
    await show([pictured('Queen')], DONE);
    isText('Queen');
  });
});

describe('a report that fails', () => {
  const LIMIT = 'You have reported many players today. Please try again tomorrow.';

  test.each([
    [429, 'rate/limited', LIMIT],
    [500, 'server/error', 'Your report could not be sent. Please try again.'],
  ])('with %i %s says so, and can be sent again', async (status, code, text) => {
    const seen = await show([pictured('Queen')], { status, code, message: LIMIT }, DONE);
    await press('Queen');
    await press('Report name');
    await screen.findByText(text);
    await press('Report name');
    await screen.findByText(THANKS);
    expect(seen).toHaveLength(2);
  });

  test('without a line says so at once, and can be sent when it is back', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    onTestFinished(() => online.mockRestore());
    await show([pictured('Queen')], 'no answer', DONE);
    await press('Queen');
    await press('Report picture');
    await screen.findByText('No network. Check your connection and try again.');
    online.mockReturnValue(true);
    await press('Report picture');
    await screen.findByText(THANKS);
  });

  test('because the player has gone closes the sheet', async () => {
    await show([pictured('Queen')], { status: 404, code: 'player/unknown' });
    await press('Queen');
    await press('Report name');
    await screen.findByText('This player has left the game');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

test('a report on its way is sent once, and its end leaves the next sheet open', async () => {
  const { answer: later, release } = held(DONE);
  const seen = await show([pictured('Queen'), aBoardRow(2)], later);
  await press('Queen');
  await userEvent.dblClick(screen.getByRole('button', { name: 'Report name' }));
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Report picture' }).disabled).toBe(
    true,
  );
  await press('Close');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press('Player 2');
  await release();
  await screen.findByText(THANKS);
  expect(screen.getByRole('dialog', { name: 'Player 2' })).toBeTruthy();
  expect(seen).toHaveLength(1);
});
