import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../server/database/connection.ts';
import { migrate } from '../../../server/database/migrate.ts';
import { connectPostgres } from '../../../server/database/postgres.ts';
import { createTestDatabase, TEST_DATABASE_URL } from '../../support/test-database.ts';

test.runIf(TEST_DATABASE_URL !== '')(
  'a migration of many rows is not cut off, however long it takes',
  async () => {
    const { address, drop } = await createTestDatabase();
    onTestFinished(drop);
    const bare = connectPostgres(address);
    onTestFinished(bare.close);
    await sql`create table patience (statement_timeout text)`.execute(bare.db);
    await sql`
      create function note_patience() returns event_trigger language plpgsql as $$
        begin insert into patience values (current_setting('statement_timeout')); end $$
    `.execute(bare.db);
    await sql`
      create event trigger tables_made on ddl_command_end when tag in ('CREATE TABLE')
      execute function note_patience()`.execute(bare.db);
    const { close } = await openDatabase({ databaseUrl: address, dataDir: '' });
    onTestFinished(close);
    const { rows } = await sql`select distinct statement_timeout from public.patience`.execute(
      bare.db,
    );
    expect(rows).toEqual([{ statement_timeout: '0' }]);
  },
);

test.runIf(TEST_DATABASE_URL !== '')(
  'a migration that fails says why, and leaves no lock behind in its connection',
  async () => {
    const { address, drop } = await createTestDatabase();
    onTestFinished(drop);
    const bare = connectPostgres(address, { connections: 1 });
    onTestFinished(bare.close);
    await sql`create table settings (name text)`.execute(bare.db);
    await expect(migrate(bare.db)).rejects.toThrow('relation "settings" already exists');
    const { rows } = await sql`
      select count(*)::int as locks from pg_locks where locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`.execute(
      bare.db,
    );
    expect(rows).toEqual([{ locks: 0 }]);
  },
);
