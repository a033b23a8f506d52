import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { globSync, openSync, readFileSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** A program that ends by itself or is killed is started again after so long, as systemd does. */
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
      // Ctrl-C is for this process, which ends all others in its own time.
      detached: true,
    });
    this.#child.once('exit', () => {
      if (this.#isWanted) this.#timer = setTimeout(() => this.start(), RESTART_MS);
    });
    this.#child.once('error', () => {});
  }

  /** Dies in the middle of its work; comes back by itself. */
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

/** Debian's folders that an ordinary account's search path leaves out. */
const MORE_FOLDERS = ['/usr/sbin', '/sbin'];
const POSTGRES_LEAST = 15;

/** The programs that a cluster is made of, by their whole paths. */
export type Programs = {
  etcd: string;
  patroni: string;
  haproxy: string;
  /** Valkey's or Redis's server. */
  store: string;
  /** The folder of PostgreSQL's programs. */
  postgres: string;
};

/** Finds the programs, and names the Debian package of each that is missing. */
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

/** An account that PostgreSQL runs as: it refuses root. */
export type Account = { uid: number; gid: number };

/** The account of Debian's package where this process is root, else its own. */
export function accountOfDatabase(): Account | null {
  if (process.getuid?.() !== 0) return null;
  const idOf = (flag: string) =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }).trim());
  return { uid: idOf('-u'), gid: idOf('-g') };
}

const LOOK_EVERY_MS = 200;
const ANSWER_MS = 2_000;

/** Whether an address says yes. */
export async function isYes(url: string): Promise<boolean> {
  try {
    const reply = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) });
    await reply.arrayBuffer();
    return reply.ok;
  } catch {
    return false;
  }
}

/** The condition that is waited for, and the longest wait. */
type Awaited = { what: string; ms: number; signal: AbortSignal };

/**
 * Checks again and again until it is so. Throws the signal's reason once it is aborted, and an error
 * where it takes too long.
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
