import { createRequire } from 'node:module';

// Prints the address of the PostgreSQL on the standard port, or ends with 1 if no PostgreSQL answers there.

const ADDRESS = 'postgres://postgres@127.0.0.1:5432/test';
const WAIT_MS = 3_000;

// The driver is a package of the server's workspace.
const { Client } = createRequire(new URL('../server/package.json', import.meta.url))('pg');
const client = new Client({ connectionString: ADDRESS, connectionTimeoutMillis: WAIT_MS });
try {
  await client.connect();
  await client.query('select 1');
  await client.end();
  console.log(ADDRESS);
} catch {
  process.exit(1);
}
