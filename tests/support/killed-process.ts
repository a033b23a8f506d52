import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { sql } from 'kysely';
import { NODE } from './project.ts';
import type { TestServer } from './server.ts';
import { TEST_DATABASE_URL } from './test-database.ts';

const PROGRAM = new URL('prize-process.ts', import.meta.url).pathname;

type Work = 'pay' | 'send' | 'sweep';

/** A process that waits for one server task, and is killed in the middle of it. */
class KilledProcess {
  texts = 0;
  isDone = false;
  queries = 0;
  readonly ready: Promise<unknown>;
  readonly #child: ChildProcess;
  #killAfter = Number.POSITIVE_INFINITY;

  constructor(address: string, providers: string) {
    const env = { PATH: process.env.PATH ?? '', DATABASE_URL: address, PROVIDERS_URL: providers };
    this.#child = spawn(NODE, [PROGRAM], { env, stdio: ['pipe', 'pipe', 'inherit'] });
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ready = promise;
    createInterface({ input: this.#child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
      if (line === 'ready') resolve();
      if (line === 'done') this.isDone = true;
      if (line.startsWith('text ')) this.texts += 1;
      if (line === 'query') this.queries += 1;
      if (this.queries >= this.#killAfter) this.kill();
    });
  }

  get wasKilled(): boolean {
    return !this.isDone && this.queries > 0;
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  /** Makes it work at an instant, and die after this many queries. */
  async work(work: Work, at: number, killAfter?: number): Promise<void> {
    await this.ready;
    if (killAfter !== undefined) this.#killAfter = killAfter;
    const ended = once(this.#child, 'close');
    this.#child.stdin?.write(`${work} ${at}\n`);
    await ended;
  }
}

/** Starts processes on the database of a test's server, with the providers at `providers`. */
export async function processesOf({ db }: TestServer, providers = '') {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  const address = new URL(TEST_DATABASE_URL);
  address.pathname = `/${rows[0]?.name}`;
  return (count: number) =>
    Array.from({ length: count }, () => new KilledProcess(address.href, providers));
}
