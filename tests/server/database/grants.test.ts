import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../../server/database/connection.ts';
import { connectPostgres } from '../../../server/database/postgres.ts';
import type { Db, OpenDatabase } from '../../../server/database/tables.ts';
import { createTestDatabase, TEST_DATABASE_URL } from '../../support/test-database.ts';

const role = `mastermind_serving_${randomBytes(6).toString('hex')}`;

async function asOwner(statement: string): Promise<void> {
  const { db, close } = connectPostgres(TEST_DATABASE_URL);
  await sql.raw(statement).execute(db);
  await close();
}

describe.runIf(TEST_DATABASE_URL !== '')('beside a role that migrates, the one that serves', () => {
  let created: Awaited<ReturnType<typeof createTestDatabase>>;
  let serving: OpenDatabase;
  let servingUrl = '';

  beforeAll(async () => {
    created = await createTestDatabase();
    await asOwner(`create role ${role} login`);
    const address = new URL(created.address);
    address.username = role;
    servingUrl = address.href;
    serving = await openDatabase(served());
  }, 60_000);
  afterAll(async () => {
    await serving.close();
    await created.drop();
    await asOwner(`drop role ${role}`);
  });

  const served = () => ({ databaseUrl: servingUrl, migrateUrl: created.address, dataDir: '' });

  /** A player with coins, by the ledger. */
  async function earn(db: Db): Promise<number> {
    const { rows } = await sql<{ id: number }>`
      insert into players (phone, username, nickname, email, platform, network, created_at)
      values (gen_random_uuid(), 'ada', 'ada', 'a@b.ng', 'rave', 'all', now()) returning id`.execute(
      db,
    );
    const id = rows[0]?.id ?? 0;
    await sql`insert into wallets (player_id) values (${id})`.execute(db);
    await sql`
      with movement as (
        insert into ledger_movements (key, reason, created_at)
        values (gen_random_uuid(), 'subscription', now()) returning id
      )
      insert into ledger_postings (movement_id, account, player_id, unit, amount)
      select id, 'wallet', ${id}::bigint, 'coins', 500 from movement
      union all select id, 'house:subscriptions', null, 'coins', -500 from movement`.execute(db);
    return id;
  }

  test('adds to the ledger, which moves the wallets', async () => {
    const id = await earn(serving.db);
    const wallet = serving.db.selectFrom('wallets').select('coins').where('player_id', '=', id);
    expect(await wallet.forUpdate().execute()).toEqual([{ coins: 500 }]);
  });

  test.each([
    'update wallets set coins = coins + 1000000',
    'update wallets set player_id = player_id + 1000',
    'delete from wallets',
    'update ledger_postings set amount = 1',
    'delete from ledger_movements',
    'truncate ledger_postings',
    'truncate ledger_movements cascade',
    'truncate wallets',
    'truncate players cascade',
    'delete from operator_log',
    'alter table wallets disable trigger wallets_keep',
    'drop table ledger_postings',
    'create table more (id int)',
    'select * from kysely_migration',
    "set session_replication_role = 'replica'",
  ])('may not %s', async (statement) => {
    await expect(sql.raw(statement).execute(serving.db)).rejects.toThrow(
      /permission denied|must be owner|by the ledger alone/,
    );
  });

  test('starts again on what is there, several at once', async () => {
    const opened = await Promise.all([1, 2, 3].map(() => openDatabase(served())));
    for (const { db, close } of opened) {
      expect(await earn(db)).toBeGreaterThan(0);
      await close();
    }
  });

  test('is refused where it may rewrite the books after all', async () => {
    const mighty = { ...served(), databaseUrl: created.address };
    await expect(openDatabase(mighty)).rejects.toThrow(/may rewrite the ledger/);
  });
});
