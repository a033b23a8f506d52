import { expect, test } from 'vitest';
import { type Books, boardKey, compareBooks } from '../../../../scripts/lib/chaos/books.ts';
import type { Submitted } from '../../../../scripts/lib/chaos/client.ts';

const NOON = Date.parse('2026-11-18T11:00:00Z');
const ADA = 1;

const submitted: Submitted[] = [
  { roundId: 'a', playerId: ADA, points: 50, coins: 100, issuedAt: NOON, isDelivered: true },
  { roundId: 'b', playerId: ADA, points: 0, coins: 20, issuedAt: NOON, isDelivered: true },
];

const NONE = {
  lost: 0,
  doubled: 0,
  wrongResults: 0,
  wrongPlayers: 0,
  heldCoins: 0,
  wrongBoardRows: 0,
  wrongScores: 0,
  unbalanced: 0,
  wrongPlays: 0,
};

/** The contents of a database that has counted both results once. */
function buildBooks(parts: Partial<Books> = {}): Books {
  return {
    rounds: new Map([
      ['a', { times: 1, points: 50, coins: 100 }],
      ['b', { times: 1, points: 0, coins: 20 }],
    ]),
    uncounted: 0,
    players: new Map([[ADA, { coins: 880, held: 0, points: 50, plays: 2, openPlays: 0 }]]),
    wrongWallets: 0,
    board: new Map([[boardKey(ADA, NOON), 50]]),
    wrongScores: 0,
    unbalanced: 0,
    ...parts,
  };
}

test('books that hold each result once differ in nothing', () => {
  expect(compareBooks(submitted, buildBooks())).toEqual(NONE);
});

test('a result that the ledger does not have is lost', () => {
  const rounds = new Map([['a', { times: 1, points: 50, coins: 100 }]]);
  expect(compareBooks(submitted, buildBooks({ rounds }))).toEqual({ ...NONE, lost: 1 });
});

test('a result that the ledger has twice is doubled', () => {
  const { rounds } = buildBooks();
  rounds.set('a', { times: 2, points: 100, coins: 200 });
  expect(compareBooks(submitted, buildBooks({ rounds }))).toEqual({ ...NONE, doubled: 1 });
});

test('a result of another worth, or that nobody sent, counted otherwise', () => {
  const { rounds } = buildBooks();
  rounds
    .set('a', { times: 1, points: 55, coins: 100 })
    .set('c', { times: 1, points: 5, coins: 10 });
  const books = buildBooks({ rounds, uncounted: 1 });
  expect(compareBooks(submitted, books)).toEqual({ ...NONE, wrongResults: 3 });
});

test('coins, points, holds and plays are looked at for each player', () => {
  const player = { coins: 870, held: 10, points: 50, plays: 3, openPlays: 1 };
  const books = buildBooks({ players: new Map([[ADA, player]]) });
  const differences = { ...NONE, wrongPlayers: 1, heldCoins: 10, wrongPlays: 2 };
  expect(compareBooks(submitted, books)).toEqual(differences);
});

test('a board row that is missing, too many or of other points differs', () => {
  const board = new Map([
    [boardKey(ADA, NOON), 100],
    [boardKey(2, NOON), 5],
  ]);
  expect(compareBooks(submitted, buildBooks({ board }))).toEqual({ ...NONE, wrongBoardRows: 2 });
  const none = buildBooks({ board: new Map() });
  expect(compareBooks(submitted, none)).toEqual({ ...NONE, wrongBoardRows: 1 });
});
