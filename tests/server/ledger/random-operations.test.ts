import { expect, test } from 'vitest';
import { readAccounts, runRandomly, totals } from '../../support/random-ledger.ts';
import { testServer } from '../../support/server.ts';
import { TEST_DATABASE_URL } from '../../support/test-database.ts';

const server = testServer();

const WALLETS = 100;
const OPERATIONS = TEST_DATABASE_URL === '' ? 1_500 : 20_000;

/** Players with a wallet and nothing else. */
async function walletsOf(count: number): Promise<number[]> {
  const { db } = server();
  const players = await db
    .insertInto('players')
    .values(
      Array.from({ length: count }, (_, index) => ({
        phone: `23480100${String(index).padStart(5, '0')}`,
        username: 'ada',
        email: 'ada@example.com',
        platform: 'rave',
        network: 'all',
        image: null,
        social: null,
        source: null,
        created_at: new Date(server().clock.at),
      })),
    )
    .returning('id')
    .execute();
  const ids = players.map(({ id }) => id);
  await db
    .insertInto('wallets')
    .values(ids.map((player_id) => ({ player_id })))
    .execute();
  return ids;
}

test(`${OPERATIONS} operations at once on ${WALLETS} wallets: each balance is the sum of its entries, none below zero, all accounts nothing together`, {
  timeout: 120_000,
}, async () => {
  const { db } = server();
  const players = await walletsOf(WALLETS);
  const run = { players, operations: OPERATIONS, atOnce: 64, seed: 20_261_122 };
  const { expected, refused } = await runRandomly(db, run);
  expect(refused).toBeGreaterThan(0);
  const accounts = await readAccounts(db, players);
  expect(accounts.size).toBe(WALLETS);
  for (const [playerId, { coins, held, points }] of expected) {
    const entered = { coinsEntered: coins, heldEntered: held, points };
    expect(accounts.get(playerId), `player ${playerId}`).toEqual({ coins, held, ...entered });
    expect(Math.min(coins, held)).toBeGreaterThanOrEqual(0);
  }
  expect(await totals(db)).toEqual({ coins: 0, kobo: 0, points: 0 });
});
