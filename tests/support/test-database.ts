import { createHash, randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  openAsBlob,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect, sql } from 'kysely';
import { openEmbedded } from '../../server/database/embedded.ts';
import { migrate } from '../../server/database/migrate.ts';
import { connectPostgres } from '../../server/database/postgres.ts';
import type { OpenDatabase, Tables } from '../../server/database/tables.ts';

/** The PostgreSQL that tests run on; without one they run on the embedded database. */
export const TEST_DATABASE_URL = process.env.TEST_DATABASE_URL ?? '';

/** A database of its own for a test file: gone when it is closed. */
export async function openTestDatabase(): Promise<OpenDatabase> {
  if (TEST_DATABASE_URL === '') return openEmbedded({ loadDataDir: await migratedCluster() });
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

/** Puts the embedded database into the folder that a process is to be started with. */
export async function prepareDataDir(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const dataDir = join(folder, 'postgres');
  const { close } = await openEmbedded({ dataDir, loadDataDir: await migratedCluster() });
  await close();
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

const ROOT = new URL('../../', import.meta.url);
const MIGRATIONS = fileURLToPath(new URL('server/database/migrations/', ROOT));
/** Where the embedded database with its tables is kept: making it takes seconds, reading it does not. */
const CACHE = fileURLToPath(new URL('node_modules/.cache/mastermind/', ROOT));
/** The embedded database writes zeros into all of its buffers when it starts: 128 MB by default. */
const FEW_BUFFERS = "alter system set shared_buffers = '8MB'";

/** A new embedded database with the newest tables, as files in an archive. */
async function migratedCluster(): Promise<Blob> {
  const file = join(CACHE, `pglite-${fingerprint()}.tar`);
  if (existsSync(file)) return openAsBlob(file);
  const pglite = await PGlite.create();
  await migrate(new Kysely<Tables>({ dialect: new PGliteDialect({ pglite }) }));
  await pglite.exec(FEW_BUFFERS);
  const archive = await pglite.dumpDataDir('none');
  await pglite.close();
  mkdirSync(CACHE, { recursive: true });
  // Another test file may be doing the same: whoever renames last wins, with the same content.
  const mine = `${file}.${process.pid}`;
  writeFileSync(mine, Buffer.from(await archive.arrayBuffer()));
  renameSync(mine, file);
  return archive;
}

/** Of all that the archive comes from: another version of PGlite, another migration, another file. */
function fingerprint(): string {
  const about = new URL('node_modules/@electric-sql/pglite/package.json', ROOT);
  const hash = createHash('sha256').update(readFileSync(about)).update(FEW_BUFFERS);
  for (const name of readdirSync(MIGRATIONS).toSorted()) {
    hash.update(name).update(readFileSync(join(MIGRATIONS, name)));
  }
  return hash.digest('hex').slice(0, 16);
}

async function onServer(statement: string): Promise<void> {
  const { db, close } = connectPostgres(TEST_DATABASE_URL);
  try {
    await sql.raw(statement).execute(db);
  } finally {
    await close();
  }
}
