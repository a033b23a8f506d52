import type { Socket } from 'node:net';
import { PostgresAdapter, PostgresDialect } from 'kysely';
import pg from 'pg';
import { AgainKysely } from './again.ts';
import { READS_ONLY } from './failures.ts';
import type { Db, OpenDatabase, Tables } from './tables.ts';
import { TIME_LIMITS } from './time-limits.ts';

const POOL_SIZE = 20;
/** A new connection has every statement to prepare again, in the very moment that needed one more. */
const KEEP_IDLE_MS = 10 * 60_000;
/** Firewalls forget a connection that was silent for some minutes. */
const ASK_IDLE_MS = 60_000;

/** How long this side waits for the database, and through how many connections it asks. */
export type Patience = {
  /** For a connection, new or free. */
  connectMs: number;
  /** For an answer, after which the connection counts as lost; 0 is for ever. */
  answerMs: number;
  connections: number;
  /** Whether a database that follows another one is taken as well: for reading alone. */
  mayFollow: boolean;
};

/** An answer may take a little longer than the database itself lets a statement run. */
const PATIENCE: Patience = {
  connectMs: 4_000,
  answerMs: TIME_LIMITS.statement_timeout + 2_000,
  connections: POOL_SIZE,
  mayFollow: false,
};

/** Amounts and ids are far below 2^53: whole numbers are read as numbers. */
const parseWholeNumber = (text: string) => Number(text);

/** How a pool's connections are used, and how many calls wait for one. */
type PoolUse = { busy: number; idle: number; waiting: number };

const pools = new WeakMap<Db, pg.Pool>();

/** `null` of the embedded database, which has none. */
export function poolUse(db: Db): PoolUse | null {
  const pool = pools.get(db);
  if (!pool) return null;
  const { totalCount, idleCount: idle, waitingCount: waiting } = pool;
  return { busy: totalCount - idle, idle, waiting };
}

/**
 * Behind a pooler the next statement may come by another connection, so nothing is held by one beyond
 * its transaction: `migrate` takes the lock that Kysely would.
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

/** A connection pool on PostgreSQL, without looking whether anything answers there. */
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
  // A connection that breaks while it rests, in the pool or between two statements of a transaction,
  // must not end the process; the next query says what is wrong.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  destroySilent(pool, answerMs);
  const db = new AgainKysely<Tables>({ dialect: new PoolerDialect({ pool }) });
  pools.set(db, pool);
  return { db, close: () => db.destroy() };
}

// Behind TLS too, the stream is a socket.
const socketOf = (client: pg.PoolClient) => client.connection.stream as Socket;

/**
 * Destroys a connection silent for too long in use: its query fails, the pool replaces it.
 * `query_timeout` would fail the query and give the silent connection to the next.
 */
function destroySilent(pool: pg.Pool, answerMs: number): void {
  pool.on('connect', (client) => {
    const socket = socketOf(client);
    socket.on('timeout', () => socket.destroy());
  });
  pool.on('acquire', (client) => socketOf(client).setTimeout(answerMs));
  // A connection that rests is silent as a matter of course.
  pool.on('release', (_error, client) => socketOf(client).setTimeout(0));
}

/**
 * Refuses a database that follows another one, which a proxy may pick for a moment: it may lack what was just
 * written, and a player would see old data. Prepares statements only on a connection of the database's own:
 * behind a pooler the next statement may reach another connection, where nothing is prepared.
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

/** Each connection keeps a plan for each: more than there are statements. */
const MOST = 2000;
/** A list makes a new text for each of its lengths: those would use up the names. */
const MOST_VALUES = 24;
/** What PostgreSQL says, in whatever language, where a table has other columns than when a statement was prepared. */
const OUTDATED = { code: '0A000', routine: 'RevalidateCachedQuery' };

/** The names of statements, and how often all of them have become outdated. */
const names = new Map<string, string>();
let generation = 0;

/**
 * Has a connection's statements prepared once, by name: to plan one anew each time takes the database
 * as long as carrying it out.
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
      // By a new version beside this one: prepared anew from now on, and asked again as what was in the way.
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
