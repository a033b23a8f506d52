import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { faultOf } from '../chaos/faults.ts';
import { atLeast, exactly, figuresOfReckoning } from '../chaos/figures.ts';
import { ChaosLoad } from '../chaos/load.ts';
import { ChaosRelay } from '../chaos/relay.ts';
import { endFirstPlans } from '../chaos/settle.ts';
import { countBuyers } from '../chaos/shop.ts';
import type { Figure } from '../figures.ts';
import { fail } from '../run.mjs';
import { Cluster } from './cluster.ts';
import { isReplicated, makeRoles } from './database.ts';
import { Probe } from './probe.ts';
import { findPrograms } from './programs.ts';
import { serverOf } from './templates.ts';
import { type Killed, killNext, switchOver } from './victims.ts';
import { until } from './wait.ts';

const MINUTE_MS = 60_000;
const BACK_WITHIN_MS = 30_000;
/** Far more than anything takes that is waited for. */
const WAIT_MS = 4 * MINUTE_MS;
const LIMIT_MS = 40 * MINUTE_MS;
/** More than is ever sent: the last kill ends it. */
const LOAD = { clients: 30, results: 23_000, purchases: 4_000, runners: 400, runnersAtOnce: 3 };
/** So many results are delivered between two kills. */
const RESULTS_APART = 100;
const PROBES = [1, 2] as const;
const BREACHES_SHOWN = 5;

type Drill = { kills: number; seed: number; keepLogs: (folder: string) => void };

/**
 * Sets up the hosts of `deploy/ha/` on this machine and kills them in turn while players play; tells
 * how long each time nobody was answered, and what the books say at the end.
 */
export async function drillFailover(
  { kills, seed, keepLogs }: Drill,
  stopped: AbortSignal,
): Promise<Figure[]> {
  const { programs, missing } = findPrograms();
  if (missing.length > 0) {
    fail(`Not installed: ${missing.join(', ')}. On Debian: apt-get install ${missing.join(' ')}`);
  }
  const folder = mkdtempSync(join(tmpdir(), 'football-mastermind-drill-'));
  let cluster: Cluster | undefined;
  const cleanUp = () => {
    cluster?.end();
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  };
  // Whatever ends this process.
  process.once('exit', cleanUp);
  try {
    cluster = new Cluster(programs, folder);
    const signal = AbortSignal.any([stopped, AbortSignal.timeout(LIMIT_MS)]);
    return await drill(cluster, { kills, seed }, signal);
  } finally {
    keepLogs(folder);
    cleanUp();
    process.off('exit', cleanUp);
  }
}

async function drill(
  cluster: Cluster,
  { kills, seed }: Pick<Drill, 'kills' | 'seed'>,
  signal: AbortSignal,
): Promise<Figure[]> {
  const { place } = cluster;
  say('Three nodes of PostgreSQL under Patroni and etcd start.');
  await cluster.startDatabase(signal);
  await until(() => isReplicated(cluster), { what: 'two databases follow', ms: WAIT_MS, signal });
  await makeRoles(cluster);
  const store = {
    dataDir: place.folder,
    databaseUrl: serverOf('api1', place).DATABASE_MIGRATE_URL ?? '',
  };
  await endFirstPlans(store, countBuyers(LOAD.purchases));
  say('Two servers of the game start.');
  await cluster.startServers(signal);
  const relay = await ChaosRelay.start({ faultOf: (...request) => faultOf(seed, ...request) });
  relay.targets = cluster.frontUrls;
  const over = new AbortController();
  const probes = await startProbes(cluster, { signal, over: over.signal });
  const load = new ChaosLoad(LOAD, seed, { url: relay.url, signal });
  try {
    let isOver = false;
    const playing = load.play(() => isOver);
    playing.catch(() => {});
    const delivered = () => load.submitted.filter(({ isDelivered }) => isDelivered).length;
    const times: Figure[] = [];
    for (let number = 0; number <= kills; number += 1) {
      const before = delivered();
      const hasPlayed = async () => delivered() >= before + RESULTS_APART;
      await until(hasPlayed, { what: 'players go on playing', ms: WAIT_MS, signal });
      const begin = number < kills ? () => killNext(cluster, number) : () => switchOver(cluster);
      times.push(await waitAfter(begin, { cluster, probes, number, signal }));
    }
    isOver = true;
    await playing;
    signal.throwIfAborted();
    over.abort();
    await relay.settled();
    await cluster.stopServers();
    say('The books are compared with what was acknowledged.');
    const reckoning = await load.reckon(store);
    return [
      ...times,
      atLeast('results sent', reckoning.sent, kills * RESULTS_APART),
      ...figuresOfReckoning(reckoning),
      exactly('replies of 500', relay.serverErrors, 0),
      { name: 'seed', value: `${seed}`, limit: '–', passed: true },
    ];
  } finally {
    over.abort();
    for (const breach of load.breaches.slice(0, BREACHES_SHOWN)) console.log(breach);
    await relay.stop();
  }
}

type After = { cluster: Cluster; probes: readonly Probe[]; number: number; signal: AbortSignal };

/** Does it; gives how long nobody was answered, once all that there was is there again. */
async function waitAfter(
  begin: () => Promise<Killed>,
  { cluster, probes, number, signal }: After,
): Promise<Figure> {
  const { what, at, bringBack } = await begin();
  const name = `${number + 1}. ${what}`;
  say(name);
  const backAfter = () => {
    const times = probes.flatMap((probe) => probe.backAfter(at) ?? []);
    return times.length > 0 ? Math.min(...times) : null;
  };
  const waiting = { ms: WAIT_MS, signal };
  await until(async () => backAfter() !== null, { what: 'a player is answered', ...waiting });
  await bringBack();
  // Only then comes the next kill.
  const isWhole = async () => (await cluster.areServersReady()) && (await isReplicated(cluster));
  await until(isWhole, { what: 'all are there again', ...waiting });
  const ms = backAfter() ?? Number.POSITIVE_INFINITY;
  const whole = `all there after ${seconds(performance.now() - at)}`;
  say(`   answered again after ${seconds(ms)}, ${whole}`);
  return {
    name,
    value: `${seconds(ms)}, ${whole}`,
    limit: `≤ ${seconds(BACK_WITHIN_MS)}`,
    passed: ms <= BACK_WITHIN_MS,
  };
}

/** One of each host of the game. */
async function startProbes(
  cluster: Cluster,
  { signal, over }: { signal: AbortSignal; over: AbortSignal },
): Promise<Probe[]> {
  const probes = cluster.frontUrls.map(({ origin: url }, index) => {
    const line = { url, next: Math.random, signal: AbortSignal.any([signal, over]) };
    return new Probe(PROBES[index] ?? 1, line);
  });
  for (const probe of probes) await probe.signUp();
  for (const probe of probes) void probe.run();
  return probes;
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

const startedAt = performance.now();

function say(what: string): void {
  console.log(`${seconds(performance.now() - startedAt).padStart(8)}  ${what}`);
}
