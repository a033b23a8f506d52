import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { globSync, openSync, readFileSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** How long after its end a program is started again, as systemd does. */
const RESTART_MS = 5_000;

type Command = {
  program: string;
  args: readonly string[];
  /** Variables that are added to this process's own. */
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  account?: Account | null;
  /** The file that takes all of its output. */
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
      // Ctrl-C must reach only this process, which then ends all others in the right order.
      detached: true,
    });
    this.#child.once('exit', () => {
      if (this.#isWanted) this.#timer = setTimeout(() => this.start(), RESTART_MS);
    });
    this.#child.once('error', () => {});
  }

  /** Kills the process, which is then started again after a while. */
  kill(): void {
    signalAll(this.#pids, 'SIGKILL');
  }

  /** Ends the process and waits for its end. It is not started again until `start` is called. */
  async hold(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    this.#isWanted = false;
    clearTimeout(this.#timer);
    const child = this.#child;
    if (!child?.pid || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    signalAll(this.#pids, signal);
    await ended;
  }

  /** Kills the process without waiting for its end, because an 'exit' handler can't wait. */
  holdNow(): void {
    this.#isWanted = false;
    clearTimeout(this.#timer);
    signalAll(this.#pids, 'SIGKILL');
  }

  get #pids(): number[] {
    // A negative id means the process group, which has the children too.
    return this.pid ? [-this.pid] : [];
  }
}

/** Sends a signal to processes, some of which may have ended. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // The process has ended already.
    }
  }
}

/** Lists the main process of the PostgreSQL in a folder, then its child processes. The list may be empty. */
export function postgresOf(folder: string): number[] {
  try {
    const [first] = readFileSync(`${folder}/postmaster.pid`, 'utf8').split('\n');
    // The id is negative while a single process makes or repairs the database.
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

/** Folders of Debian's programs that are not in an ordinary account's search path. */
const MORE_FOLDERS = ['/usr/sbin', '/sbin'];
const POSTGRES_LEAST = 15;

/** The absolute paths of the programs that a cluster consists of. */
export type Programs = {
  etcd: string;
  patroni: string;
  haproxy: string;
  /** The server of Valkey or Redis. */
  store: string;
  /** The folder of PostgreSQL's programs. */
  postgres: string;
};

/** Finds the programs, and names the Debian package of each missing program. */
export function findPrograms(): { programs: Programs; missing: string[] } {
  const missing: string[] = [];
  const found = (path: string | undefined, packageName: string): string => {
    if (path === undefined) missing.push(packageName);
    return path ?? '';
  };
  const programs = {
    etcd: found(pathOf('etcd'), 'etcd-server'),
    patroni: found(pathOf('patroni'), 'patroni'),
    haproxy: found(pathOf('haproxy'), 'haproxy'),
    store: found(pathOf('valkey-server') ?? pathOf('redis-server'), 'redis-server'),
    postgres: found(newestPostgres(), `postgresql-${POSTGRES_LEAST}`),
  };
  if (pathOf('ps') === undefined) missing.push('procps');
  return { programs, missing };
}

function pathOf(program: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...MORE_FOLDERS];
  const paths = folders.map((folder) => join(folder, program));
  return paths.find((path) => statSync(path, { throwIfNoEntry: false })?.isFile());
}

function newestPostgres(): string | undefined {
  const versionOf = (path: string) => Number(path.split('/').at(-3));
  return globSync('/usr/lib/postgresql/*/bin/postgres')
    .filter((path) => versionOf(path) >= POSTGRES_LEAST)
    .toSorted((one, other) => versionOf(other) - versionOf(one))[0]
    ?.replace(/\/postgres$/, '');
}

/** The account that PostgreSQL runs under, because it refuses to run as root. */
export type Account = { uid: number; gid: number };

/**
 * Finds the account of Debian's package if this process is root. Otherwise gives `null`, because PostgreSQL
 * can run under the current account.
 */
export function accountOfDatabase(): Account | null {
  if (process.getuid?.() !== 0) return null;
  const idOf = (flag: string) =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }).trim());
  return { uid: idOf('-u'), gid: idOf('-g') };
}

const LOOK_EVERY_MS = 200;
const ANSWER_MS = 2_000;

/** Whether a URL answers with success. */
export async function isYes(url: string): Promise<boolean> {
  try {
    const reply = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) });
    await reply.arrayBuffer();
    return reply.ok;
  } catch {
    return false;
  }
}

/** A description of what is waited for, the longest wait, and the signal to give up. */
type Awaited = { what: string; ms: number; signal: AbortSignal };

/**
 * Checks a condition again and again until it is true. Throws the signal's reason if it is aborted, and an
 * error if the wait is too long.
 */
export async function until(
  isSo: () => Promise<boolean>,
  { what, ms, signal }: Awaited,
): Promise<void> {
  const limit = AbortSignal.timeout(ms);
  while (!(await isSo())) {
    signal.throwIfAborted();
    if (limit.aborted) throw new Error(`Not within ${ms / 1000} s: ${what}.`);
    await wait(LOOK_EVERY_MS);
  }
}
