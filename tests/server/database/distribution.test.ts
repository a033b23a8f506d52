import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findAcross } from '../../../server/database/distribution.ts';
import type { OpenDatabase } from '../../../server/database/tables.ts';
import { openTestDatabase } from '../../support/test-database.ts';

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** The constraints across players that have no stated reason. */
async function unexplained(): Promise<string[]> {
  const across = await findAcross(database.db);
  return across.flatMap(({ name, why }) => (why === null ? [name] : []));
}

test('whatever holds across players, and each table without players of its own, has its reason', async () => {
  expect(await unexplained()).toEqual([]);
  const names = (await findAcross(database.db)).map(({ name }) => name);
  expect(names).toContain('players_phone_key');
  expect(names).toContain('rounds_pkey');
  expect(names).toContain('ledger_movements');
  // Within one player.
  expect(names).not.toContain('plays_one_open');
  expect(names).not.toContain('wallets_player_id_fkey');
});

test.each([
  ['a table', 'create table diaries (day text)', ['diaries']],
  ['a unique index', 'create unique index one_name on players (nickname)', ['one_name']],
  [
    'an exclusion',
    'alter table plays add constraint one_day exclude using btree (day with =)',
    ['one_day'],
  ],
  [
    'a reference to a row that may be of another player',
    'alter table plays add column of_round uuid constraint of_round references rounds',
    ['of_round'],
  ],
  [
    'nothing where it is within one player',
    'create unique index one_play on plays (player_id, day)',
    [],
  ],
])('%s that is new is told', async (_what, statement, told) => {
  const changed = database.db.transaction().execute(async (trx) => {
    await sql.raw(statement).execute(trx);
    const across = await findAcross(trx);
    expect(across.flatMap(({ name, why }) => (why === null ? [name] : []))).toEqual(told);
    throw new Error('undone');
  });
  await expect(changed).rejects.toThrow('undone');
});
