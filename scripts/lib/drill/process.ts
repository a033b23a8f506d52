import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import type { Account } from './programs.ts';

/** What ends by itself or is killed is started again after so long, as systemd does. */
const RESTART_MS = 5_000;

export type Command = {
  program: string;
  args: readonly string[];
  /** Beside this process's own. */
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  account?: Account | null;
  /** Where all that it says goes. */
  log: string;
};

/** A process that is started again whenever it ends, until it is stopped. */
export class KeptProcess {
  readonly #command: Command;
  #child: ChildProcess | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isWanted = false;

  constructor(command: Command) {
    this.#command = command;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  start(): void {
    const { program, args, env, cwd, account, log } = this.#command;
    const output = openSync(log, 'a', 0o644);
    this.#isWanted = true;
    this.#child = spawn(program, args, {
      ...account,
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', output, output],
      // Ctrl-C is for this process, which ends all others in its own time.
      detached: true,
    });
    this.#child.once('exit', () => {
      if (this.#isWanted) this.#timer = setTimeout(() => this.start(), RESTART_MS);
    });
    this.#child.once('error', () => {});
  }

  /** Dies in the middle of what it does; comes back by itself. */
  kill(): void {
    signalAll(this.#pids, 'SIGKILL');
  }

  /** Dies, and stays away until it is started again. */
  async hold(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    this.#isWanted = false;
    clearTimeout(this.#timer);
    const child = this.#child;
    if (!child?.pid || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    signalAll(this.#pids, signal);
    await ended;
  }

  /** For the end of this process, which waits for nobody. */
  holdNow(): void {
    this.#isWanted = false;
    clearTimeout(this.#timer);
    signalAll(this.#pids, 'SIGKILL');
  }

  get #pids(): number[] {
    // Its group has its children, too.
    return this.pid ? [-this.pid] : [];
  }
}

/** Sends a signal to processes of which some may be gone. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended already.
    }
  }
}

/** A PostgreSQL's own process, and behind it those that it has made, by its folder; none where none runs. */
export function postgresOf(folder: string): number[] {
  try {
    const [first] = readFileSync(`${folder}/postmaster.pid`, 'utf8').split('\n');
    // Negative while it is made or mended, by a single process.
    const pid = Math.abs(Number(first));
    process.kill(pid, 0);
    return [pid, ...childrenOf(pid)];
  } catch {
    return [];
  }
}

function childrenOf(pid: number): number[] {
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', `${pid}`], { encoding: 'utf8' });
  return stdout.split(/\s+/).filter(Boolean).map(Number);
}
