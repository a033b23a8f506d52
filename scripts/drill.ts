import { cpSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { DATABASES } from './lib/chaos/store.ts';
import { drillFailover, drillKills } from './lib/drill/failover.ts';
import { drillRestore } from './lib/drill/restore.ts';
import { report } from './lib/figures.ts';
import { fail } from './lib/run.mjs';

const USAGE = `npm run drill -- failover [--kills <number>] [--logs <folder>] | kills [--kills <number>] [--database ${DATABASES.join('|')}] | restore [--database ${DATABASES.join('|')}]   all: [--seed <number>]

  failover   the hosts of deploy/ha/ on this machine: three nodes of PostgreSQL under Patroni and etcd, two servers
             behind HAProxy, Valkey or Redis. What they stand on is killed in turn while players play, 10 times;
             --logs keeps what each of them said
  kills      the server on the embedded database, the server on PostgreSQL, and its connections to it, each killed
             20 times in the middle of what it writes
  restore    a copy that is made while players play, brought back into a database that was wiped`;

const { positionals, values } = readArguments();
const kills = values.kills === undefined ? undefined : atLeast(1, values.kills);
const seed = atLeast(0, values.seed);
const databases = DATABASES.filter((name) => (values.database ?? name) === name);
if (databases.length === 0) fail(USAGE);
const stopped = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => stopped.abort(new Error('Stopped.')));
}
const beganAt = performance.now();
try {
  const figures = await drill(positionals.join(' '));
  if (figures.length === 0) fail('Nothing ran.');
  report(figures);
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
}
console.log(`In ${((performance.now() - beganAt) / 60_000).toFixed(1)} minutes.`);

function drill(what: string) {
  switch (what) {
    case 'failover':
      return drillFailover({ kills: kills ?? 10, seed, keepLogs }, stopped.signal);
    case 'kills':
      return drillKills({ kills: kills ?? 20, seed, databases }, stopped.signal);
    case 'restore':
      return drillRestore({ seed, databases }, stopped.signal);
    default:
      return fail(USAGE);
  }
}

function keepLogs(folder: string): void {
  const to = values.logs;
  if (to === undefined) return;
  const isLog = (path: string) => path === folder || path.endsWith('.log');
  cpSync(folder, to, { recursive: true, filter: isLog });
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        kills: { type: 'string' },
        seed: { type: 'string', default: '1' },
        database: { type: 'string' },
        logs: { type: 'string' },
      },
    });
  } catch {
    return fail(USAGE);
  }
}

function atLeast(least: number, value: string): number {
  const count = Number(value);
  return Number.isInteger(count) && count >= least ? count : fail(USAGE);
}
