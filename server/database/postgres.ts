import type { Socket } from 'node:net';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { prepareByName } from './prepared.ts';
import type { Db, OpenDatabase, Tables } from './tables.ts';

const POOL_SIZE = 20;
/** So that nothing that hangs keeps a connection, or what it has locked, from all others. */
const STATEMENT_TIMEOUT_MS = 15_000;
const LOCK_TIMEOUT_MS = 10_000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 30_000;

/** How long this side waits for the database, and through how many connections it asks. */
export type Patience = {
  /** For a connection, new or free. */
  connectMs: number;
  /** For an answer, after which the connection counts as lost; 0 is for ever. */
  answerMs: number;
  connections: number;
};

/** An answer may take a little longer than the database itself lets a statement run. */
const PATIENCE: Patience = {
  connectMs: 4_000,
  answerMs: STATEMENT_TIMEOUT_MS + 2_000,
  connections: POOL_SIZE,
};

/** Amounts and ids are far below 2^53: whole numbers are read as numbers. */
const parseWholeNumber = (text: string) => Number(text);

/** How a pool's connections are used, and how many calls wait for one. */
export type PoolUse = { busy: number; idle: number; waiting: number };

const pools = new WeakMap<Db, pg.Pool>();

/** `null` of the embedded database, which has none. */
export function poolUse(db: Db): PoolUse | null {
  const pool = pools.get(db);
  if (!pool) return null;
  const { totalCount, idleCount: idle, waitingCount: waiting } = pool;
  return { busy: totalCount - idle, idle, waiting };
}

/** A connection pool on PostgreSQL, without looking whether anything answers there. */
export function connectPostgres(address: string, patience: Partial<Patience> = {}): OpenDatabase {
  const { connectMs, answerMs, connections } = { ...PATIENCE, ...patience };
  const pool = new pg.Pool({
    connectionString: address,
    max: connections,
    connectionTimeoutMillis: connectMs,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'football-mastermind',
    types: {
      getTypeParser: (id: number, format?: 'text' | 'binary') =>
        id === pg.types.builtins.INT8 ? parseWholeNumber : pg.types.getTypeParser(id, format),
    },
  });
  // A connection that breaks while it rests, in the pool or between two statements of a transaction,
  // must not end the process; the next query says what is wrong.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  if (!isPooled(address)) pool.on('connect', prepareByName);
  destroySilent(pool, answerMs);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  pools.set(db, pool);
  return { db, close: () => db.destroy() };
}

/** Behind a pooler each transaction may come to another connection, which has nothing prepared. */
function isPooled(address: string): boolean {
  return new URL(address).searchParams.get('pgbouncer') === 'true';
}

/**
 * Destroys a connection silent for too long in use: its query fails, the pool replaces it.
 * `query_timeout` would fail the query and give the silent connection to the next.
 */
function destroySilent(pool: pg.Pool, answerMs: number): void {
  // Behind TLS too, the stream is a socket.
  const socketOf = (client: pg.PoolClient) => client.connection.stream as Socket;
  pool.on('connect', (client) => {
    const socket = socketOf(client);
    socket.on('timeout', () => socket.destroy());
  });
  pool.on('acquire', (client) => socketOf(client).setTimeout(answerMs));
  // A connection that rests is silent as a matter of course.
  pool.on('release', (_error, client) => socketOf(client).setTimeout(0));
}
