import { cpSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { DATABASES } from './lib/chaos-store.ts';
import { drillFailover } from './lib/drill-failover.ts';
import { report } from './lib/figures.ts';
import { fail } from './lib/run.mjs';

const USAGE = `npm run drill -- failover [--kills <number>] [--seed <number>] [--logs <folder>]

  failover   the hosts of deploy/ha/ on this machine: three nodes of PostgreSQL under Patroni and etcd, two servers
             behind HAProxy, Valkey or Redis; killed in turn while players play, 10 times`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    kills: { type: 'string' },
    seed: { type: 'string', default: '1' },
    database: { type: 'string' },
    logs: { type: 'string' },
  },
});
const stopped = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => stopped.abort(new Error('Stopped.')));
}
const kills = atLeast(1, values.kills ?? '10');
const seed = atLeast(0, values.seed);
const beganAt = performance.now();
try {
  report(await drillFailover({ kills, seed, keepLogs }, stopped.signal));
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
}
console.log(`In ${((performance.now() - beganAt) / 60_000).toFixed(1)} minutes.`);

function keepLogs(folder: string): void {
  const to = values.logs;
  if (to === undefined) return;
  cpSync(folder, to, {
    recursive: true,
    filter: (path) => path === folder || path.endsWith('.log'),
  });
}

function atLeast(least: number, value: string): number {
  const count = Number(value);
  return Number.isInteger(count) && count >= least ? count : fail(USAGE);
}
