import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { PassPage } from '../../../../src/features/practice/pass-page.tsx';
import { shareTable } from '../../../../src/features/practice/pass-table.tsx';
import { answerDeck, goBack, holdDeck, press, questionOnTable } from '../../../support/deck.ts';
import { renderScreen, signIn } from '../../../support/render.tsx';
import { expectTexts } from '../../../support/shown-as-text.ts';

beforeEach(async () => {
  sessionStorage.clear();
  signIn();
  await holdDeck();
});

const open = () => renderScreen(<PassPage />, { path: '/practice/pass', at: '/practice/pass' });

async function add(name: string) {
  if (!screen.queryByLabelText(/^Name/)) await press('Add a player');
  const field = await screen.findByLabelText(/^Name/);
  fireEvent.change(field, { target: { value: name } });
  await press('Add');
}

/** Names and the shortest game, started. */
async function start(...names: string[]) {
  const rendered = open();
  for (const name of names) await add(name);
  fireEvent.click(screen.getByRole('tab', { name: /^3/ }));
  await press(`Start with ${names.length} players`);
  await screen.findByRole('heading', { name: /^Pass the phone to/ });
  return rendered;
}

async function turn(name: string, isRight: boolean, on: string) {
  await press(`I am ${name}. Show my question`);
  const number = await answerDeck(isRight);
  await press(on);
  return number;
}

test('from the names to the table: three questions each, in turn, all different', async () => {
  await start('Ada', 'Musa');
  const asked = new Set<number>();
  for (const [round, musa] of [true, true, false].entries()) {
    asked.add(await turn('Ada', round === 0, 'Pass the phone on'));
    asked.add(await turn('Musa', musa, round === 2 ? 'See the table' : 'Pass the phone on'));
  }
  expect(asked.size).toBe(6);
  await screen.findByRole('heading', { name: 'Musa wins!' });
  expect(screen.getByText('2 of 3 right. Well played.')).toBeTruthy();
  const rows = screen.getAllByRole('row').map(({ textContent }) => textContent);
  expect(rows[1]).toMatch(/^1.*Musa2\d/);
  expect(rows[2]).toMatch(/^2.*Ada1\d/);

  const share = vi.fn(async () => undefined);
  Object.defineProperty(navigator, 'share', { value: share, configurable: true });
  await press('Share the table');
  expect(share.mock.calls).toEqual([
    [
      {
        text: `Football Mastermind: Pass the phone
1. Musa: 2 of 3 right
2. Ada: 1 of 3 right
Can you beat us?
${location.origin}/?source=share`,
      },
    ],
  ]);

  await press('Play again');
  await screen.findByRole('heading', { name: /^Pass the phone to.*Ada$/ });
});

test('a phone without a sheet to share by goes to WhatsApp', async () => {
  Object.defineProperty(navigator, 'share', { value: undefined, configurable: true });
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  await shareTable('the table');
  expect(opened.mock.calls).toEqual([['https://wa.me/?text=the%20table', '_blank', 'noopener']]);
  opened.mockRestore();
});

test('without a right answer nobody wins', async () => {
  await start('Ada', 'Musa');
  for (let round = 0; round < 3; round += 1) {
    await turn('Ada', false, 'Pass the phone on');
    await turn('Musa', false, round === 2 ? 'See the table' : 'Pass the phone on');
  }
  await screen.findByRole('heading', { name: 'Nobody scored' });
  expect(screen.getByRole('region', { name: 'Result' }).querySelector('svg')).toBeNull();
});

test('the page that says whose turn it is has no question in it, and how many each has right', async () => {
  const { container } = await start('Ada', 'Musa');
  expect(container.textContent).not.toMatch(/deck question/i);
  expect(container.innerHTML).not.toMatch(/Yes \d|Fact \d/);
  await turn('Ada', true, 'Pass the phone on');
  await screen.findByRole('heading', { name: /^Pass the phone to.*Musa$/ });
  expect(questionOnTable()).toBeNull();
  expect(container.innerHTML).not.toMatch(/Yes \d|Fact \d/);
  const strip = within(screen.getByRole('list', { name: 'Right so far' }));
  expect(strip.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Ada1',
    'Musa0',
  ]);
});

test('it takes two to start, eight at most, and no name twice', async () => {
  open();
  expect(await screen.findByRole('button', { name: 'Add 2 players to start' })).toHaveProperty(
    'disabled',
    true,
  );
  await add('Ada');
  await add('ada');
  await screen.findByText('ada plays already');
  await add('A name too long');
  expect(screen.getByRole('button', { name: 'Add 1 more player to start' })).toHaveProperty(
    'disabled',
    true,
  );
  for (const name of ['Musa', 'Zainab', 'Femi', 'Ngozi', 'Bola', 'Emeka', 'Hauwa']) await add(name);
  await screen.findByText('That is all eight');
  expect(screen.getByRole('button', { name: 'Start with 8 players' })).toHaveProperty(
    'disabled',
    false,
  );
  await press('Take out Femi');
  expect(screen.getByRole('button', { name: 'Start with 7 players' })).toHaveProperty(
    'disabled',
    false,
  );
});

test('a name that still stands in the field plays, too', async () => {
  open();
  await add('Ada');
  const field = await screen.findByLabelText(/^Name/);
  fireEvent.change(field, { target: { value: 'ADA' } });
  await screen.findByRole('button', { name: 'Add 1 more player to start' });
  fireEvent.change(field, { target: { value: ' Musa ' } });
  await press('Start with 2 players');
  await turn('Ada', true, 'Pass the phone on');
  await screen.findByRole('heading', { name: /^Pass the phone to.*Musa$/ });
});

test('a reload goes on with the question on the table; another player finds no game', async () => {
  await start('Ada', 'Musa');
  await turn('Ada', true, 'Pass the phone on');
  await press('I am Musa. Show my question');
  const question = (await screen.findByRole('heading', { name: /^Deck/ })).textContent;
  const kept = { ...sessionStorage };
  const reload = (playerId: string) => {
    for (const [key, value] of Object.entries(kept)) {
      sessionStorage.setItem(key, value.replace('player-1', playerId));
    }
    document.body.replaceChildren();
    return open();
  };
  reload('player-1');
  await screen.findByRole('heading', { name: question ?? '' });
  document.body.replaceChildren();
  reload('player-2');
  await screen.findByRole('button', { name: 'Add a player' });
});

test('another page forgets the game and its names', async () => {
  const { unmount } = await start('Ada', 'Musa');
  expect(JSON.stringify({ ...sessionStorage })).toContain('Musa');
  unmount();
  expect({ ...sessionStorage }).toEqual({});
});

test("the phone's Back and X ask before the game ends", async () => {
  await start('Ada', 'Musa');
  await goBack();
  const dialog = await screen.findByRole('dialog', { name: 'Leave the game?' });
  expect(dialog.textContent).toContain('The game ends here for everybody.');
  await press('Keep playing');
  expect(screen.getByRole('heading', { name: /^Pass the phone to.*Ada$/ })).toBeTruthy();
  await press('Leave the game');
  await press('Leave');
  expect(await screen.findByRole('button', { name: 'Start with 2 players' })).toHaveProperty(
    'disabled',
    false,
  );
  expect({ ...sessionStorage }).toEqual({});
});

test('names of players are shown as text, on their turn and on the table', async () => {
  // As long as a name can be.
  const [ada, musa] = ['<img src=x>', '<svg onload>'];
  await start(ada, musa);
  expectTexts(ada);
  for (const round of [1, 2, 3]) {
    for (const name of [ada, musa]) {
      expectTexts(name);
      await turn(name, true, round === 3 && name === musa ? 'See the table' : 'Pass the phone on');
    }
  }
  await screen.findByRole('table');
  expectTexts(ada, musa);
});
