import { migrate } from '../../../server/database/migrate.ts';
import { connectPostgres } from '../../../server/database/postgres.ts';
import { ledgerFaults, makeWallets, runRandomly } from '../../../tests/support/random-ledger.ts';
import { makeStore } from '../chaos/store.ts';
import type { Figure } from '../figures.ts';
import { fail } from '../run.mjs';

const CONNECTIONS = 64;
const WALLETS = 100;
/** Operations on one wallet wait for each other: a tenth of them tells its speed. */
const ON_ONE = 0.1;

/** Operations a second on PostgreSQL, spread over wallets and all on one, and the books after them. */
export async function benchLedger(operations: number): Promise<Figure[]> {
  const store = await makeStore('postgres');
  if (!store?.databaseUrl) fail('No PostgreSQL answers: there is nothing to measure on.');
  const { db, close } = connectPostgres(store.databaseUrl, { connections: CONNECTIONS });
  const figures: Figure[] = [];
  try {
    await migrate(db);
    for (const [wallets, share] of [
      [WALLETS, 1],
      [1, ON_ONE],
    ] as const) {
      const players = await makeWallets(db, wallets);
      const count = Math.round(operations * share);
      const startedAt = performance.now();
      const run = { players, operations: count, atOnce: CONNECTIONS, seed: 20_261_122 };
      const { expected } = await runRandomly(db, run);
      const seconds = (performance.now() - startedAt) / 1000;
      const faults = await ledgerFaults(db, expected);
      const what = `${count.toLocaleString('en')} operations, ${wallets} wallet${wallets > 1 ? 's' : ''}`;
      figures.push(
        {
          name: `${what}: speed`,
          value: `${Math.round(count / seconds).toLocaleString('en')} a second`,
          limit: 'measured',
          passed: true,
        },
        {
          name: `${what}: wrong accounts`,
          value: String(faults.length),
          limit: '0',
          passed: faults.length === 0,
        },
      );
    }
  } finally {
    await close();
    await store.remove();
  }
  return figures;
}
