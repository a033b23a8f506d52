import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { connectPostgres } from '../../../server/database/postgres.ts';
import { type ServerProcess, startProcess } from '../../../tests/support/server-process.ts';
import type { ChaosRelay } from './faults.ts';

/**
 * A planned kill: how long after its request the server is killed, and how long after the restart once more.
 */
export type Kill = { afterMs: number; againAfterMs: number | null };

/** The victim of a kill: the server's process, or its connections to PostgreSQL. */
export type Victim = 'process' | 'connections';

/** How much of a server's output is shown when it fails. */
const SHOWN_CHARS = 2_000;

/** The real server behind a relay. It is killed and started again on the same data. */
export class ChaosServer {
  /** How often the server or its connections were killed. */
  kills = 0;
  readonly #env: Record<string, string>;
  readonly #relay: ChaosRelay;
  readonly #databaseUrl: string | null;
  #process: ServerProcess | undefined;
  /** The last kill. The next kill waits for it. */
  #killing: Promise<void> = Promise.resolve();

  constructor(
    { dataDir, databaseUrl }: { dataDir: string; databaseUrl: string | null },
    relay: ChaosRelay,
    victim: Victim,
  ) {
    const database = databaseUrl === null ? {} : { DATABASE_URL: databaseUrl };
    this.#env = { LOG_LEVEL: 'error', DATA_DIR: dataDir, ...database };
    this.#relay = relay;
    this.#databaseUrl = victim === 'connections' ? databaseUrl : null;
  }

  async start(): Promise<void> {
    this.#process = startProcess(this.#env);
    this.#relay.targets = [new URL(await this.#process.ready)];
  }

  /** Kills the server and starts it again. Rejects if it does not start. */
  kill({ afterMs, againAfterMs }: Kill): Promise<void> {
    this.#killing = this.#killing.then(async () => {
      await wait(afterMs);
      if (this.#databaseUrl !== null) {
        // The kill counts only if there was a connection.
        if ((await endConnections(this.#databaseUrl)) > 0) this.kills += 1;
        return;
      }
      await this.#end('SIGKILL');
      if (againAfterMs !== null) {
        this.#process = startProcess(this.#env);
        await wait(againAfterMs);
        await this.#end('SIGKILL');
      }
      await this.start();
    });
    return this.#killing;
  }

  /** Stops the server as an operator does. */
  async stop(): Promise<void> {
    await this.#killing.catch(() => {});
    await this.#end('SIGTERM');
  }

  /** The end of the server's output, which tells of failures. */
  get lastWords(): string {
    const { stdout = '', stderr = '' } = this.#process?.said ?? {};
    return `${stdout}${stderr}`.slice(-SHOWN_CHARS);
  }

  async #end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const { child, ended } = this.#process ?? {};
    child?.kill(signal);
    await ended;
    this.#relay.targets = [];
    if (signal === 'SIGKILL') this.kills += 1;
  }
}

/** Ends all connections to a database, and gives their number. */
async function endConnections(databaseUrl: string): Promise<number> {
  const { db, close } = connectPostgres(databaseUrl, { connections: 1 });
  try {
    const { rows } = await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(db);
    return rows.length;
  } finally {
    await close();
  }
}
