// @module-tag once
import { expect, test } from 'vitest';
import { ledgerFaults, makeWallets, runRandomly } from '../../support/random-ledger.ts';
import { testServer } from '../../support/server.ts';
import { TEST_DATABASE_URL } from '../../support/test-database.ts';

const server = testServer();

const WALLETS = 100;
const OPERATIONS = TEST_DATABASE_URL === '' ? 600 : 20_000;

test('whatever happens at once, each balance is the sum of its entries, none is below zero, and all accounts hold nothing together', {
  timeout: 120_000,
}, async () => {
  const { db } = server();
  const players = await makeWallets(db, WALLETS);
  const run = { players, operations: OPERATIONS, atOnce: 64, seed: 20_261_122 };
  const { expected, refused } = await runRandomly(db, run);
  expect(refused).toBeGreaterThan(0);
  expect(await ledgerFaults(db, expected)).toEqual([]);
});
