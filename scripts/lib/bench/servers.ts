import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { NODE, ROOT } from '../../../tests/support/project.ts';
import type { Store } from '../chaos/store.ts';
import { freePort } from '../free-port.ts';
import { fail } from '../run.mjs';

const READY_WITHIN_MS = 60_000;
const LOOKED_EVERY_MS = 200;

/** Servers on a shared database. Each runs as behind an operator's proxy, with its log in a file. */
type Servers = { ports: number[]; pids: number[]; stop: () => Promise<void> };

export async function startServers(
  { dataDir, databaseUrl }: Store,
  count: number,
): Promise<Servers> {
  const ports: number[] = [];
  const children: ChildProcess[] = [];
  for (let at = 0; at < count; at += 1) {
    const port = await freePort();
    const log = join(dataDir, `server-${at}.log`);
    const file = openSync(log, 'a');
    // More flags for Node, such as `--cpu-prof`.
    const flags = process.env.SERVER_FLAGS?.split(' ') ?? [];
    const child = spawn(NODE, [...flags, join(ROOT, 'server/main.ts')], {
      stdio: ['ignore', file, file],
      env: {
        PATH: process.env.PATH ?? '',
        MALLOC_ARENA_MAX: '2',
        NODE_OPTIONS: '--max-semi-space-size=48',
        PORT: String(port),
        TRUST_PROXY: '127.0.0.1',
        DATA_DIR: dataDir,
        ...(databaseUrl && { DATABASE_URL: databaseUrl }),
        ...(process.env.RANK_URL && { RANK_URL: process.env.RANK_URL }),
      },
    });
    children.push(child);
    ports.push(port);
    await isReady(port, child, log);
  }
  const stop = async () => {
    for (const child of children) {
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    }
  };
  return { ports, pids: children.map(({ pid }) => pid ?? 0), stop };
}

async function isReady(port: number, child: ChildProcess, log: string): Promise<void> {
  const until = performance.now() + READY_WITHIN_MS;
  while (performance.now() < until && child.exitCode === null) {
    const reply = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
    if (reply?.ok) return;
    await pause(LOOKED_EVERY_MS);
  }
  fail(`The server did not start: ${readFileSync(log, 'utf8').slice(-500)}`);
}

/** Linux counts processor time in hundredths of a second. */
const MS_PER_TICK = 10;
const LOOKED_AT_EVERY_MS = 500;
/** PostgreSQL's processes that serve no connection. They work for all databases together. */
const BESIDE = /^postgres: (.*: )?(?:\S+\/\S+: )?(walwriter|checkpointer|background writer)/;

/** The processor time that a process has used, in milliseconds, or 0 if there is no such process. */
export function cpuMsOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
  } catch {
    return 0;
  }
}

/** The memory of a process, in bytes. */
export function memoryOf(pid: number): number {
  const [, kilobytes] =
    /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

/** Lists the processes of a database on this machine: its connections, and PostgreSQL's own writers. */
function processesOf(database: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      const title = titleOf(pid);
      return (
        title.startsWith('postgres: ') && (title.includes(` ${database} `) || BESIDE.test(title))
      );
    });
}

function titleOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

/** Adds up the processor time of a database's processes, even if they start or end meanwhile. */
export function watchDatabase(database: string): () => number {
  const first = new Map<number, number>();
  const last = new Map<number, number>();
  const look = () => {
    for (const pid of processesOf(database)) {
      const taken = cpuMsOf(pid);
      if (!first.has(pid)) first.set(pid, isBegun ? 0 : taken);
      last.set(pid, taken);
    }
  };
  let isBegun = false;
  look();
  isBegun = true;
  const timer = setInterval(look, LOOKED_AT_EVERY_MS);
  return () => {
    clearInterval(timer);
    look();
    return [...last].reduce((sum, [pid, taken]) => sum + taken - (first.get(pid) ?? 0), 0);
  };
}

/**
 * The time of all cores of a machine since it started, in milliseconds of a single core. `takenMs` is the
 * time that the machine's host gave to other machines.
 */
export type Cores = { idleMs: number; takenMs: number; allMs: number };

export function coresOf(): Cores {
  const line = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0] ?? '';
  const ms = line
    .split(/\s+/)
    .slice(1)
    .map((ticks) => Number(ticks) * MS_PER_TICK);
  const [user = 0, nice = 0, system = 0, idle = 0, waiting = 0, irq = 0, softIrq = 0, takenMs = 0] =
    ms;
  const idleMs = idle + waiting;
  return { idleMs, takenMs, allMs: user + nice + system + irq + softIrq + idleMs + takenMs };
}

export function idleShare(before: Cores, after: Cores): number {
  return (after.idleMs - before.idleMs) / (after.allMs - before.allMs);
}

/** The share of the cores' time that the machine's host gave to other machines between two readings. */
export function takenShare(before: Cores, after: Cores): number {
  return (after.takenMs - before.takenMs) / (after.allMs - before.allMs);
}
