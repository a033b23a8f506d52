import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NODE, ROOT } from './project.ts';

const READY = /is ready at (http:\/\/\S+)/;
const READY_WITHIN_MS = 60_000;
const STOP_WITHIN_MS = 10_000;

/** The built app on its real server, with an empty database of its own. */
export class GameServer {
  readonly url: string;
  readonly #child: ChildProcess;
  readonly #dataDir: string;

  private constructor(url: string, child: ChildProcess, dataDir: string) {
    this.url = url;
    this.#child = child;
    this.#dataDir = dataDir;
  }

  /** Starts it on a free port; `env` is on top of this process's own. */
  static async start(env: Record<string, string> = {}): Promise<GameServer> {
    const dataDir = await mkdtemp(join(tmpdir(), 'football-mastermind-data-'));
    const child = spawn(NODE, ['server/main.ts'], {
      cwd: ROOT,
      env: { ...withoutDatabase(process.env), ...env, PORT: '0', DATA_DIR: dataDir },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    try {
      return new GameServer(await ready(child), child, dataDir);
    } catch (error) {
      await stop(child, dataDir);
      throw error;
    }
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }

  stop(): Promise<void> {
    return stop(this.#child, this.#dataDir);
  }
}

function withoutDatabase({ DATABASE_URL, ...env }: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return env;
}

/** The address that the server names when it is ready. */
function ready(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const fail = (reason: string) => {
      clearTimeout(limit);
      reject(new Error(`The game server ${reason}:\n${output}`));
    };
    const limit = setTimeout(
      () => fail(`is not ready after ${READY_WITHIN_MS / 1000} s`),
      READY_WITHIN_MS,
    );
    const listen = (chunk: Buffer) => {
      output += chunk;
      const url = READY.exec(output)?.[1];
      if (url === undefined) return;
      clearTimeout(limit);
      // What it prints from now on must not fill the pipe.
      for (const outlet of [child.stdout, child.stderr]) outlet?.off('data', listen).resume();
      resolve(url);
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    child.once('error', (error) => fail(`did not start (${error.message})`));
    child.once('exit', (code) => fail(`ended with code ${code}`));
  });
}

async function stop(child: ChildProcess, dataDir: string): Promise<void> {
  await ended(child);
  await rm(dataDir, { recursive: true, force: true });
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) {
    return Promise.resolve();
  }
  return new Promise((resolve) => {
    const limit = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
    child.once('exit', () => {
      clearTimeout(limit);
      resolve();
    });
    child.kill('SIGTERM');
  });
}
