import { expect, test } from 'vitest';
import { compareRush, type RushBooks } from '../../../../scripts/lib/chaos/rush.ts';

const ticket = (id: string, playerId = 1) => ({ id, kobo: 20_300, playerId });
const run = (id: string, state: string, points: number, of = id) => {
  return { id, playerId: 1, ticket: of, state, points };
};
const told = (id: string, points: number, isVoid = false) => ({ id, playerId: 1, points, isVoid });

const RIGHT = {
  unplayed: 0,
  counted: 0,
  givenBack: 0,
  twice: 0,
  open: 0,
  wrongTickets: 0,
  wrongRuns: 0,
};

/** Three tickets: one counted, one returned and counted later, one unused. */
const paid = [ticket('a'), ticket('b'), ticket('c')];
const said = [told('a', 45), told('b1', 0, true), told('b2', 15)];
const books: RushBooks = {
  runs: [run('a', 'counted', 45), run('b1', 'void', 0, 'b'), run('b2', 'counted', 15, 'b')],
  tickets: new Map([[1, 1]]),
};

test('each ticket waits, or counts once, also after it was given back', () => {
  const sums = { ...RIGHT, unplayed: 1, counted: 2, givenBack: 1 };
  expect(compareRush(paid, said, books)).toEqual(sums);
});

test('a ticket that counts twice, a lost one and a run without an end are found', () => {
  const [first, second] = [run('a', 'counted', 45), run('a2', 'counted', 0, 'a')];
  const twice = { runs: [first, second], tickets: new Map([[1, 0]]) };
  expect(compareRush([ticket('a')], [told('a', 45), told('a2', 0)], twice)).toMatchObject({
    twice: 1,
  });
  const lost = { ...books, tickets: new Map([[1, 0]]) };
  expect(compareRush(paid, said, lost)).toMatchObject({ wrongTickets: 1 });
  const open = { ...books, runs: [...books.runs, run('c', 'open', 0)] };
  expect(compareRush(paid, [...said, told('c', 0)], open)).toMatchObject({ open: 1 });
});

test('wrong points and a run that was never played are found', () => {
  const [first, ...others] = books.runs;
  if (!first) throw new Error('there is a run');
  const more = { ...books, runs: [{ ...first, points: 60 }, ...others] };
  expect(compareRush(paid, said, more)).toMatchObject({ wrongRuns: 1 });
  expect(compareRush(paid, said.slice(1), books)).toMatchObject({ wrongRuns: 1 });
  expect(compareRush(paid, [told('a', 45, true), ...said.slice(1)], books)).toMatchObject({
    wrongRuns: 1,
  });
});
