// @module-tag once
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../server/database/connection.ts';
import { restoreDump } from '../../../server/database/dump.ts';
import { restoreFolder } from '../../../server/database/embedded.ts';
import { connectPostgres } from '../../../server/database/postgres.ts';
import { findOpenRestore } from '../../../server/prizes/send.ts';
import { aFolder } from '../../support/a-folder.ts';
import {
  createTestDatabase,
  prepareDataDir,
  TEST_DATABASE_URL,
} from '../../support/test-database.ts';

type Where = { databaseUrl: string | null; dataDir: string };

/** Whether the database, as a process opens it, knows that it is a copy. */
async function isRestored(where: Where, copy?: string): Promise<boolean> {
  const { db, close, backUp } = await openDatabase(where);
  try {
    if (copy !== undefined) await backUp(copy);
    return (await findOpenRestore(db)) !== undefined;
  } finally {
    await close();
  }
}

test('a copy of the embedded database says that it is one before it is in its place', async () => {
  const [dataDir, other] = [aFolder(), aFolder()];
  await prepareDataDir(dataDir);
  const copy = join(dataDir, 'copy');
  const where = { databaseUrl: null, dataDir };
  expect(await isRestored(where, copy)).toBe(false);
  expect(await isRestored(where)).toBe(false);
  await restoreFolder(other, copy);
  expect(await isRestored({ databaseUrl: null, dataDir: other })).toBe(true);
});

test.skipIf(TEST_DATABASE_URL === '')(
  'a copy that somebody brings back by pg_restore alone is noticed',
  async () => {
    const { address, drop } = await createTestDatabase();
    onTestFinished(drop);
    const dataDir = aFolder();
    const copy = join(dataDir, 'copy');
    const where = { databaseUrl: address, dataDir };
    expect(await isRestored(where, copy)).toBe(false);
    expect(await isRestored(where)).toBe(false);
    const { db, close } = connectPostgres(address, { connections: 1 });
    await sql`drop schema public cascade`.execute(db);
    await sql`create schema public`.execute(db);
    await close();
    await restoreDump(address, copy);
    expect(await isRestored(where)).toBe(true);
  },
  60_000,
);
