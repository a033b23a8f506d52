import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../server/database/connection.ts';
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
