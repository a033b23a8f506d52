import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import {
  connectPostgres,
  type OpenDatabase,
  openEmbedded,
} from '../../server/database/connection.ts';
import { migrate } from '../../server/database/migrate.ts';

/** The PostgreSQL that tests run on; without one they run on the embedded database. */
export const TEST_DATABASE_URL = process.env.TEST_DATABASE_URL ?? '';

/** A database of its own for a test file: gone when it is closed. */
export async function openTestDatabase(): Promise<OpenDatabase> {
  if (TEST_DATABASE_URL === '') return openEmbedded();
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

async function onServer(statement: string): Promise<void> {
  const { db, close } = connectPostgres(TEST_DATABASE_URL);
  try {
    await sql.raw(statement).execute(db);
  } finally {
    await close();
  }
}
