import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { NODE, ROOT } from '../../../tests/support/project.ts';
import type { Store } from '../chaos/store.ts';
import { freePort } from '../free-port.ts';
import { fail } from '../run.mjs';

const READY_WITHIN_MS = 60_000;
const LOOKED_EVERY_MS = 200;

/** Servers on one database, each as an operator runs it behind a proxy, with its log in a file. */
export type Servers = { ports: number[]; pids: number[]; stop: () => Promise<void> };

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
    // What Node is told besides, such as `--cpu-prof`.
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
