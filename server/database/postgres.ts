import type { Socket } from 'node:net';
import { PostgresAdapter, PostgresDialect } from 'kysely';
import pg from 'pg';
import { AgainKysely } from './again.ts';
import { READS_ONLY } from './failures.ts';
import type { Db, OpenDatabase, Tables } from './tables.ts';
import { TIME_LIMITS } from './time-limits.ts';

const POOL_SIZE = 20;
/**
 * How long an idle connection is kept. A new one would have to prepare every statement again, just when it is
 * needed.
 */
const KEEP_IDLE_MS = 10 * 60_000;
/**
 * How long a connection is silent before it is probed. Firewalls drop connections that are silent for some
 * minutes.
 */
const ASK_IDLE_MS = 60_000;

/** How long the server waits for the database, and through how many connections it asks. */
export type Patience = {
  /** The wait for a connection, be it new or free. */
  connectMs: number;
  /** The wait for an answer, after which the connection counts as lost; 0 waits for ever. */
  answerMs: number;
  connections: number;
  /** Whether a database that follows another one is accepted too. It can only be read. */
  mayFollow: boolean;
};

/** This waits a little longer than the database lets a statement run. */
const PATIENCE: Patience = {
  connectMs: 4_000,
  answerMs: TIME_LIMITS.statement_timeout + 2_000,
  connections: POOL_SIZE,
  mayFollow: false,
};

/** Amounts and ids are far below 2^53, so whole numbers are read as numbers. */
const parseWholeNumber = (text: string) => Number(text);

/** How many connections of a pool are busy and idle, and how many calls wait for one. */
type PoolUse = { busy: number; idle: number; waiting: number };

const pools = new WeakMap<Db, pg.Pool>();

/** Gives how a database's pool is used; `null` for the embedded database, which has no pool. */
export function poolUse(db: Db): PoolUse | null {
  const pool = pools.get(db);
  if (!pool) return null;
  const { totalCount, idleCount: idle, waitingCount: waiting } = pool;
  return { busy: totalCount - idle, idle, waiting };
}

/**
 * Behind a pooler the next statement may use another connection, so a connection holds nothing beyond its
 * transaction. `migrate` takes the lock that Kysely would take.
 */
class PoolerDialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new LocklessAdapter();
  }
}

class LocklessAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

/** Makes a pool of connections to PostgreSQL, without checking that a database answers there. */
export function connectPostgres(address: string, patience: Partial<Patience> = {}): OpenDatabase {
  const { connectMs, answerMs, connections, mayFollow } = { ...PATIENCE, ...patience };
  const pool = new pg.Pool({
    connectionString: address,
    max: connections,
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: KEEP_IDLE_MS,
    ...TIME_LIMITS,
    keepAlive: true,
    keepAliveInitialDelayMillis: ASK_IDLE_MS,
    application_name: 'football-mastermind',
    onConnect: (client) => meet(client, { connectMs, mayFollow }),
    types: {
      getTypeParser: (id: number, format?: 'text' | 'binary') =>
        id === pg.types.builtins.INT8 ? parseWholeNumber : pg.types.getTypeParser(id, format),
    },
  });
  // A connection may break while it is idle, in the pool or between two statements of a transaction. That
  // must not end the process; the next query reports what is wrong.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  destroySilent(pool, answerMs);
  const db = new AgainKysely<Tables>({ dialect: new PoolerDialect({ pool }) });
  pools.set(db, pool);
  return { db, close: () => db.destroy() };
}

// With TLS, too, the stream is a socket.
const socketOf = (client: pg.PoolClient) => client.connection.stream as Socket;

/**
 * Destroys a connection that is in use and silent for too long: its query fails, and the pool replaces it.
 * `query_timeout` would fail the query but give the silent connection to the next one.
 */
function destroySilent(pool: pg.Pool, answerMs: number): void {
  pool.on('connect', (client) => {
    const socket = socketOf(client);
    socket.on('timeout', () => socket.destroy());
  });
  pool.on('acquire', (client) => socketOf(client).setTimeout(answerMs));
  // An idle connection may be silent.
  pool.on('release', (_error, client) => socketOf(client).setTimeout(0));
}

/**
 * Refuses a database that follows another one. A proxy may pick such a database for a moment; it may lack
 * what was just written, and a player would see old data. Prepares statements only on a direct connection to
 * the database: behind a pooler the next statement may reach another connection, where nothing is prepared.
 */
async function meet(
  client: pg.ClientBase,
  { connectMs, mayFollow }: Pick<Patience, 'connectMs' | 'mayFollow'>,
): Promise<void> {
  const text = 'select pg_is_in_recovery() as follows, pg_backend_pid() as backend';
  const { rows } = await client.query({ text, query_timeout: connectMs } as pg.QueryConfig);
  const { follows, backend } = rows[0];
  if (follows && !mayFollow) {
    throw Object.assign(new Error('This database follows another one'), { code: READS_ONLY });
  }
  const { processID } = client as pg.ClientBase & { processID: number };
  if (backend === processID) prepareByName(client);
}

/**
 * How many statements get a name; there are fewer in the code. Each connection keeps a plan for each of them.
 */
const MOST = 2000;
/**
 * Statements with more values get no name: a list makes a new text for each of its lengths, which would use
 * up the names.
 */
const MOST_VALUES = 24;
/** PostgreSQL's error, in any language, for a prepared statement whose table has other columns by now. */
const OUTDATED = { code: '0A000', routine: 'RevalidateCachedQuery' };

/** The names of statements, and how many times all of them have become outdated. */
const names = new Map<string, string>();
let generation = 0;

/**
 * Lets a connection prepare each statement once, by name. Planning a statement anew takes the database as
 * long as carrying it out.
 */
function prepareByName(client: pg.ClientBase): void {
  const ask = client.query.bind(client) as (asked: pg.QueryConfig) => Promise<pg.QueryResult>;
  const askByName = async (text: string, values: unknown[] = []) => {
    const name = values.length > 0 && values.length <= MOST_VALUES ? nameOf(text) : null;
    if (name === null) return ask({ text, values });
    try {
      return await ask({ name, text, values });
    } catch (error) {
      if (!isOutdated(error)) throw error;
      // A new version of the server has changed the table. Statements are prepared anew from now on, and code
      // 40001 has this transaction tried again.
      generation += 1;
      names.clear();
      throw Object.assign(error as Error, { code: '40001' });
    }
  };
  client.query = askByName as typeof client.query;
}

function isOutdated(error: unknown): boolean {
  const { code, routine } = (error ?? {}) as Partial<typeof OUTDATED>;
  return code === OUTDATED.code && routine === OUTDATED.routine;
}

function nameOf(text: string): string | null {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= MOST) return null;
  const name = `s${generation}-${names.size}`;
  names.set(text, name);
  return name;
}
