import { createHash, randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  openAsBlob,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect, sql } from 'kysely';
import { migrate } from '../../server/database/migrate.ts';
import { connectPostgres } from '../../server/database/postgres.ts';
import type { OpenDatabase, Tables } from '../../server/database/tables.ts';
import { lendEmbedded } from './embedded-pool.ts';

/** The PostgreSQL that tests run on; without one they run on the embedded database. */
export const TEST_DATABASE_URL = process.env.TEST_DATABASE_URL ?? '';

/** A database of its own for a test file: gone when it is closed. */
export async function openTestDatabase(): Promise<OpenDatabase> {
  if (TEST_DATABASE_URL === '') {
    return lendEmbedded(async () => PGlite.create({ loadDataDir: await migratedCluster() }));
  }
  const { address, drop } = await createMigratedDatabase();
  const { db, close } = connectPostgres(address);
  return {
    db,
    close: async () => {
      await close();
      await drop();
    },
  };
}

/** Puts the embedded database into the folder that a process will start with. */
export async function prepareDataDir(folder: string): Promise<void> {
  await cp(await migratedFolder(), join(folder, 'postgres'), { recursive: true });
}

/** A database on the tests' PostgreSQL: its address, and how to remove it. */
type Created = { address: string; drop: () => Promise<void> };

/** An empty one. */
export async function createTestDatabase(): Promise<Created> {
  const name = newName();
  await onServer(`create database ${name}`);
  return createdAs(name);
}

/** One with the newest tables: a copy is made in a tenth of the time that the migrations take. */
export async function createMigratedDatabase(): Promise<Created> {
  const name = newName();
  const template = `mastermind_template_${fingerprint()}`;
  const copy = () => onServer(`create database ${name} template ${template}`);
  try {
    await copy();
  } catch (error) {
    if ((error as { code?: string }).code !== MISSING_DATABASE) throw error;
    await makeTemplate(template);
    await copy();
  }
  return createdAs(name);
}

const MISSING_DATABASE = '3D000';
const NAME_TAKEN = '42P04';

/** Another test file may be doing the same: the second discards its own. */
async function makeTemplate(template: string): Promise<void> {
  const name = newName();
  await onServer(`create database ${name}`);
  const { address, drop } = createdAs(name);
  const { db, close } = connectPostgres(address);
  await migrate(db);
  await close();
  try {
    await onServer(`alter database ${name} rename to ${template}`);
  } catch (error) {
    await drop();
    if ((error as { code?: string }).code !== NAME_TAKEN) throw error;
  }
  await dropOldTemplates(template);
}

/** Those of earlier tables; a file that still copies one makes it again. */
async function dropOldTemplates(newest: string): Promise<void> {
  const { db, close } = connectPostgres(TEST_DATABASE_URL);
  const { rows } = await sql<{ datname: string }>`
    select datname from pg_database
    where datname like 'mastermind\_template\_%' and datname <> ${newest}
  `.execute(db);
  await close();
  for (const { datname } of rows) await onServer(`drop database if exists ${datname}`);
}

const newName = () => `mastermind_test_${randomBytes(6).toString('hex')}`;

function createdAs(name: string): Created {
  const address = new URL(TEST_DATABASE_URL);
  address.pathname = `/${name}`;
  return { address: address.href, drop: () => onServer(`drop database ${name} with (force)`) };
}

const ROOT = new URL('../../', import.meta.url);
const MIGRATIONS = fileURLToPath(new URL('server/database/migrations/', ROOT));
/** The cache of the embedded database with its tables: making it takes seconds, reading it does not. */
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
  // Another test file may be doing the same: the last rename wins, with the same content.
  const mine = `${file}.${process.pid}`;
  writeFileSync(mine, Buffer.from(await archive.arrayBuffer()));
  renameSync(mine, file);
  return archive;
}

/** The same as files in a folder, which are copied in a tenth of the time. */
async function migratedFolder(): Promise<string> {
  const folder = join(CACHE, `pglite-${fingerprint()}`);
  if (existsSync(folder)) return folder;
  const mine = `${folder}.${process.pid}`;
  const pglite = await PGlite.create({ dataDir: mine, loadDataDir: await migratedCluster() });
  await pglite.close();
  try {
    renameSync(mine, folder);
  } catch {
    // Another was quicker, with the same content.
    rmSync(mine, { recursive: true });
  }
  return folder;
}

/**
 * Of everything that the archive is made from: another version of PGlite, another migration,
 * another file.
 */
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
