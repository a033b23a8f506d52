import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  openAsBlob,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'kysely';
import { openEmbedded } from '../../server/database/embedded.ts';
import { migrate } from '../../server/database/migrate.ts';
import { connectPostgres } from '../../server/database/postgres.ts';
import type { OpenDatabase } from '../../server/database/tables.ts';

/** The PostgreSQL that tests run on; without one they run on the embedded database. */
export const TEST_DATABASE_URL = process.env.TEST_DATABASE_URL ?? '';

/** A database of its own for a test file: gone when it is closed. */
export async function openTestDatabase(): Promise<OpenDatabase> {
  if (TEST_DATABASE_URL === '') return openEmbedded({ loadDataDir: await emptyCluster() });
  const { address, drop } = await createTestDatabase();
  const { db, close } = connectPostgres(address);
  await migrate(db);
  return {
    db,
    close: async () => {
      await close();
      await drop();
    },
  };
}

/** An empty database on the PostgreSQL of the tests: its address, and what removes it. */
export async function createTestDatabase(): Promise<{
  address: string;
  drop: () => Promise<void>;
}> {
  const name = `mastermind_test_${randomBytes(6).toString('hex')}`;
  await onServer(`create database ${name}`);
  const address = new URL(TEST_DATABASE_URL);
  address.pathname = `/${name}`;
  return { address: address.href, drop: () => onServer(`drop database ${name} with (force)`) };
}

const PACKAGES = fileURLToPath(new URL('../../node_modules/', import.meta.url));
/** Where the embedded database's first start is kept: it takes seconds, reading it does not. */
const CACHE = join(PACKAGES, '.cache/mastermind');

/** A freshly made embedded database, without any table, as files in an archive. */
async function emptyCluster(): Promise<Blob> {
  const about = readFileSync(join(PACKAGES, '@electric-sql/pglite/package.json'), 'utf8');
  const { version } = JSON.parse(about) as { version: string };
  const file = join(CACHE, `pglite-${version}.tar`);
  if (existsSync(file)) return openAsBlob(file);
  const fresh = await PGlite.create();
  const archive = await fresh.dumpDataDir('none');
  await fresh.close();
  mkdirSync(CACHE, { recursive: true });
  // Another test file may be doing the same: whoever renames last wins, with the same content.
  const mine = `${file}.${process.pid}`;
  writeFileSync(mine, Buffer.from(await archive.arrayBuffer()));
  renameSync(mine, file);
  return archive;
}

async function onServer(statement: string): Promise<void> {
  const { db, close } = connectPostgres(TEST_DATABASE_URL);
  try {
    await sql.raw(statement).execute(db);
  } finally {
    await close();
  }
}
