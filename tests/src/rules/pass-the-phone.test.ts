import { expect, test } from 'vitest';
import {
  beginPass,
  isPassOver,
  nameFault,
  type PassEvent,
  type PassGame,
  playerOf,
  rightsSoFar,
  stepPass,
  tableOf,
  turnOf,
} from '../../../src/rules/pass-the-phone.ts';

const NAMES = ['Ada', 'Musa', 'Zainab', 'Femi', 'Ngozi', 'Bola', 'Emeka', 'Hauwa'];

const questions = (count: number) =>
  Array.from({ length: count }, (_, turn) => ({
    options: [`Right ${turn}`, 'Wrong'],
    answer: `Right ${turn}`,
  }));

const begin = (players: number): PassGame =>
  beginPass(NAMES.slice(0, players), 3, questions(players * 3));

/** One turn from the name to the next name: right or wrong, after this many milliseconds. */
function play(game: PassGame, isRight: boolean, ms = 1000): PassGame {
  const choice = isRight ? `Right ${turnOf(game)}` : 'Wrong';
  const events: PassEvent[] = [
    { type: 'show', at: 5000 },
    { type: 'answer', choice, at: 5000 + ms },
    { type: 'pass' },
  ];
  return events.reduce(stepPass<PassGame['questions'][number]>, game);
}

/** A whole game of three turns each: the right answers of each, and the time of each answer. */
function played(rights: readonly number[], ms: readonly number[]): PassGame {
  const players = rights.length;
  let game = begin(players);
  for (let turn = 0; turn < players * 3; turn += 1) {
    const player = turn % players;
    const number = Math.floor(turn / players);
    game = play(game, number < (rights[player] ?? 0), ms[player]);
  }
  return game;
}

test.each([2, 3, 8])('%i players take turns, three questions each', (players) => {
  let game = begin(players);
  const turns: number[] = [];
  while (!isPassOver(game)) {
    turns.push(playerOf(game));
    game = play(game, true);
  }
  const inTurn = Array.from({ length: players }, (_, player) => player);
  expect(turns).toEqual([...inTurn, ...inTurn, ...inTurn]);
  expect(rightsSoFar(game)).toEqual(inTurn.map(() => 3));
});

const shown = stepPass(begin(2), { type: 'show', at: 5000 });
const answered = stepPass(shown, { type: 'answer', choice: 'Wrong', at: 7000 });

test('an answer is looked at with its own question until the phone is passed on', () => {
  expect([turnOf(answered), playerOf(answered)]).toEqual([0, 0]);
  const passed = stepPass(answered, { type: 'pass' });
  expect([turnOf(passed), playerOf(passed), passed.shownAt]).toEqual([1, 1, null]);
});

test.each<[string, PassGame, PassEvent]>([
  ['an answer before its question is shown', begin(2), { type: 'answer', choice: 'Wrong', at: 1 }],
  ['an answer that is no option', shown, { type: 'answer', choice: 'Kanu', at: 6000 }],
  ['a second answer', answered, { type: 'answer', choice: 'Right 0', at: 8000 }],
  ['a question shown twice', shown, { type: 'show', at: 9000 }],
  ['the next question while the answer is looked at', answered, { type: 'show', at: 9000 }],
  ['passing on without an answer', shown, { type: 'pass' }],
  ['anything after the end', played([0, 0], [1, 1]), { type: 'show', at: 1 }],
])('%s changes nothing', (_what, game, event) => {
  expect(stepPass(game, event)).toBe(game);
});

test('the last answer is looked at before the table stands', () => {
  let game = begin(2);
  for (let turn = 0; turn < 5; turn += 1) game = play(game, true);
  game = stepPass(game, { type: 'show', at: 0 });
  game = stepPass(game, { type: 'answer', choice: 'Wrong', at: 1 });
  expect(isPassOver(game)).toBe(false);
  expect(isPassOver(stepPass(game, { type: 'pass' }))).toBe(true);
});

test.each<[string, number[], number[], string[]]>([
  ['right answers', [1, 3, 2], [1000, 9000, 5000], ['1 Musa 3 27', '2 Zainab 2 15', '3 Ada 1 3']],
  [
    'time where these are level',
    [2, 2, 3],
    [4000, 3000, 9000],
    ['1 Zainab 3 27', '2 Musa 2 9', '3 Ada 2 12'],
  ],
  [
    'whole seconds: level is the same place',
    [2, 2, 1],
    [3100, 2900, 1000],
    ['1 Ada 2 9', '1 Musa 2 9', '3 Zainab 1 3'],
  ],
  [
    'a minute a question at most',
    [1, 1, 0],
    [3_600_000, 60_000, 1000],
    ['1 Ada 1 180', '1 Musa 1 180', '3 Zainab 0 3'],
  ],
  ['a clock that was set back as no time', [1, 0], [-5000, 1000], ['1 Ada 1 0', '2 Musa 0 3']],
])('the table goes by %s', (_what, rights, ms, table) => {
  const places = tableOf(played(rights, ms));
  expect(
    places.map(({ place, name, right, seconds }) => `${place} ${name} ${right} ${seconds}`),
  ).toEqual(table);
});

test.each([
  ['', 'Type a name'],
  ['   ', 'Type a name'],
  ['Zainab', null],
  ['  Zainab ', null],
  ['ada', 'ada plays already'],
  [' ADA ', 'ADA plays already'],
  ['Twelve lette', null],
  ['Thirteen lett', 'Up to 12 letters'],
  ['⚽'.repeat(12), null],
  ['é'.repeat(12).normalize('NFD'), null],
  ['🇳🇬'.repeat(12), null],
])('the name %j beside Ada and Musa: %s', (name, fault) => {
  expect(nameFault(name, ['Ada', 'Musa'])).toBe(fault);
});

test('accents that are written apart make no other name', () => {
  const [composed, apart] = ['Ọláyínká'.normalize('NFC'), 'Ọláyínká'.normalize('NFD')];
  expect(nameFault(apart, [composed])).toBe(`${apart} plays already`);
  expect(nameFault(composed, [apart])).toBe(`${composed} plays already`);
});
