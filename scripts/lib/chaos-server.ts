import { setTimeout as wait } from 'node:timers/promises';
import { type ServerProcess, startProcess } from '../../tests/support/server-process.ts';
import type { ChaosRelay } from './chaos-relay.ts';

/** A kill to come: so long after its moment, and once more so long after the start that follows. */
export type Kill = { afterMs: number; againAfterMs: number | null };

/** How much of what a server said is shown when it fails. */
const SHOWN_CHARS = 2_000;

/** The real server behind a relay, which is killed and started again on the same data. */
export class ChaosServer {
  /** How often it has been killed. */
  kills = 0;
  readonly #env: Record<string, string>;
  readonly #relay: ChaosRelay;
  #process: ServerProcess | undefined;
  /** Kills come one after the other. */
  #killing: Promise<void> = Promise.resolve();

  constructor(env: Record<string, string>, relay: ChaosRelay) {
    this.#env = { LOG_LEVEL: 'error', ...env };
    this.#relay = relay;
  }

  async start(): Promise<void> {
    this.#process = startProcess(this.#env);
    this.#relay.target = Number(new URL(await this.#process.ready).port);
  }

  /** Kills it and starts it again; rejects when it does not come back. */
  kill({ afterMs, againAfterMs }: Kill): Promise<void> {
    this.#killing = this.#killing.then(async () => {
      await wait(afterMs);
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

  /** Ends it as an operator does. */
  async stop(): Promise<void> {
    await this.#killing.catch(() => {});
    await this.#end('SIGTERM');
  }

  /** The end of what it has said of failures. */
  get lastWords(): string {
    const { stdout = '', stderr = '' } = this.#process?.said ?? {};
    return `${stdout}${stderr}`.slice(-SHOWN_CHARS);
  }

  async #end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const { child, ended } = this.#process ?? {};
    child?.kill(signal);
    await ended;
    this.#relay.target = null;
    if (signal === 'SIGKILL') this.kills += 1;
  }
}
