import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { connectPostgres } from '../../../server/database/postgres.ts';
import { prepareDataDir } from '../../../tests/support/test-database.ts';
import { node24, run } from '../run.mjs';

/** The databases that the game runs on. */
export const DATABASES = ['embedded', 'postgres'] as const;

export type DatabaseName = (typeof DATABASES)[number];

export const DATABASE_NAMES: Record<DatabaseName, string> = {
  embedded: 'Embedded database',
  postgres: 'PostgreSQL',
};

/** An empty database for a single run. */
export type Store = { dataDir: string; databaseUrl: string | null; remove: () => Promise<void> };

/** Makes an empty database. Gives `null` if no PostgreSQL can be reached. */
export async function makeStore(name: DatabaseName): Promise<Store | null> {
  const dataDir = await mkdtemp(join(tmpdir(), 'football-mastermind-chaos-'));
  const removeFolder = () => rm(dataDir, { recursive: true, force: true });
  if (name === 'embedded') {
    await prepareDataDir(dataDir);
    return { dataDir, databaseUrl: null, remove: removeFolder };
  }
  const server = await findPostgres();
  const database = `chaos_${process.pid}`;
  if (server === null || !(await canDo(server, `create database ${database}`))) {
    await removeFolder();
    return null;
  }
  const address = new URL(server);
  address.pathname = `/${database}`;
  return {
    dataDir,
    databaseUrl: address.href,
    remove: async () => {
      await onServer(server, `drop database ${database} with (force)`);
      await removeFolder();
    },
  };
}

/** Finds the PostgreSQL of the tests, or otherwise the PostgreSQL on the standard port. */
async function findPostgres(): Promise<string | null> {
  const { TEST_DATABASE_URL } = process.env;
  if (TEST_DATABASE_URL) return TEST_DATABASE_URL;
  const { code, output } = await run(node24() ?? 'node', ['scripts/postgres.ts'], {
    capture: true,
  });
  return code === 0 ? output.trim() : null;
}

async function canDo(server: string, statement: string): Promise<boolean> {
  try {
    await onServer(server, statement);
    return true;
  } catch {
    return false;
  }
}

async function onServer(server: string, statement: string): Promise<void> {
  const { db, close } = connectPostgres(server);
  try {
    await sql.raw(statement).execute(db);
  } finally {
    await close();
  }
}
