// @module-tag once
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { TRIES } from '../../../server/database/again.ts';
import type { Trx } from '../../../server/database/tables.ts';
import { checkLedger, move } from '../../../server/ledger/ledger.ts';
import { testServer } from '../../support/server.ts';
import { TEST_DATABASE_URL } from '../../support/test-database.ts';
import type { TestPlayer } from '../../support/test-player.ts';

const server = testServer();

const COINS = 100;

/** Gives coins to a player by the ledger. */
const give = (trx: Trx, { id: playerId }: TestPlayer, key: string) =>
  move(trx, {
    key,
    reason: 'coins-corrected',
    postings: [
      { account: 'wallet', playerId, unit: 'coins', amount: COINS },
      { account: 'house:corrections', unit: 'coins', amount: -COINS },
    ],
    at: server().clock.at,
  });

/** Lets two continue together, the first time that both have arrived; later ones continue alone. */
function meeting() {
  let come = 0;
  const both = Promise.withResolvers<void>();
  return {
    join: async () => {
      come += 1;
      if (come === 2) both.resolve();
      await both.promise;
    },
    /** The number of arrivals. */
    get come() {
      return come;
    },
  };
}

async function expectGivenOnce(...players: TestPlayer[]): Promise<void> {
  for (const player of players) {
    expect(await player.wallet()).toEqual({ coins: players.length * COINS, held: 0 });
  }
  const { strays, unbalanced } = await checkLedger(server().db);
  expect([strays, unbalanced]).toEqual([[], []]);
}

// The embedded database has one connection: there nothing happens at once.
describe.runIf(TEST_DATABASE_URL !== '')("transactions in each other's way", () => {
  test('if two wait for each other one is restarted, and each moves its money once', async () => {
    const [ada, bola] = [await server().signUp(), await server().signUp()];
    const met = meeting();
    const giveTo = (players: TestPlayer[], key: string) =>
      server()
        .db.transaction()
        .execute(async (trx) => {
          for (const [index, player] of players.entries()) {
            await give(trx, player, `${key} ${index}`);
            if (index === 0) await met.join();
          }
        });
    await Promise.all([giveTo([ada, bola], 'one'), giveTo([bola, ada], 'two')]);
    expect(met.come).toBe(3);
    await expectGivenOnce(ada, bola);
  });

  test('if two read rows that both then change one is restarted, and each moves its money once', async () => {
    const ada = await server().signUp();
    const met = meeting();
    const giveCoins = (key: string) =>
      server()
        .db.transaction()
        .setIsolationLevel('serializable')
        .execute(async (trx) => {
          await trx.selectFrom('wallets').select('coins').where('player_id', '=', ada.id).execute();
          await met.join();
          await give(trx, ada, key);
        });
    await Promise.all([giveCoins('three'), giveCoins('four')]);
    expect(met.come).toBe(3);
    expect(await ada.wallet()).toEqual({ coins: 2 * COINS, held: 0 });
  });

  test('a transaction undone each time is given up after a few attempts, as for an unavailable database', async () => {
    let tries = 0;
    const undone = server()
      .db.transaction()
      .execute(async (trx) => {
        tries += 1;
        await sql`do $$ begin raise exception 'in the way' using errcode = '40001'; end $$`.execute(
          trx,
        );
      });
    await expect(undone).rejects.toMatchObject({ code: '40001' });
    expect(tries).toBe(TRIES);
  });

  test('any other failure is thrown at once', async () => {
    let tries = 0;
    const failed = server()
      .db.transaction()
      .execute(async (trx) => {
        tries += 1;
        await sql`select 1 / 0`.execute(trx);
      });
    await expect(failed).rejects.toMatchObject({ code: '22012' });
    expect(tries).toBe(1);
  });
});
