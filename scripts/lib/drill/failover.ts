import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { getWeeklyBoard } from '../../../src/contract/boards.ts';
import { putUser } from '../../../src/contract/profile.ts';
import { digits, type Line, onceOver, overLine } from '../chaos/client.ts';
import { ChaosRelay, faultOf } from '../chaos/faults.ts';
import {
  atLeast,
  ChaosLoad,
  endFirstPlans,
  exactly,
  explain,
  figuresOfOutcome,
  figuresOfReckoning,
  runChaos,
  type Size,
} from '../chaos/run.ts';
import type { Victim } from '../chaos/server.ts';
import { countBuyers } from '../chaos/shop.ts';
import { DATABASE_NAMES, type DatabaseName, makeStore } from '../chaos/store.ts';
import type { Figure } from '../figures.ts';
import type { Call } from '../player/call.ts';
import { bearer, EMAIL, makeAccount, Player } from '../player/player.ts';
import { fail } from '../run.mjs';
import { Cluster, isReplicated, makeRoles, serverOf } from './cluster.ts';
import { findPrograms, until } from './process.ts';

const MINUTE_MS = 60_000;
const BACK_WITHIN_MS = 30_000;
/** How long a step is waited for, which is far longer than any step takes. */
const WAIT_MS = 4 * MINUTE_MS;
const LIMIT_MS = 40 * MINUTE_MS;
/** More play than a drill has time for. Play ends after the last kill. */
const LOAD = { clients: 30, results: 23_000, purchases: 4_000, runners: 400, runnersAtOnce: 3 };
/** How many results are delivered between two kills. */
const RESULTS_APART = 100;
const PROBES = [1, 2] as const;
const BREACHES_SHOWN = 5;

type Drill = { kills: number; seed: number; keepLogs: (folder: string) => void };

/**
 * Sets up the hosts of `deploy/ha/` on this machine, and kills them in turn while players play. Reports how
 * long no call was answered after each kill. At the end it compares the books with what players were told.
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
  // The hosts are stopped however the process ends.
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

/** Begins a kill and waits until all hosts are back. Gives how long no call was answered. */
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
  // The next kill comes only when all hosts are back.
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

/** Starts a probe for each host of the game. */
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

const KILLS_LIMIT_MS = 30 * 60_000;
/** As much play as in `npm run chaos`, but with more kills. */
const KILLS_LOAD = { clients: 50, results: 2_000, purchases: 200, runners: 12 };

const MODES: readonly { database: DatabaseName; victim: Victim; name: string }[] = [
  { database: 'embedded', victim: 'process', name: 'server and its folder' },
  { database: 'postgres', victim: 'process', name: 'server' },
  { database: 'postgres', victim: 'connections', name: 'connections to the database' },
];

type KillsDrill = { kills: number; seed: number; databases: readonly DatabaseName[] };

/** Kills the server, or its connections to the database, in the middle of a write. */
export async function drillKills(
  { kills, seed, databases }: KillsDrill,
  stopped: AbortSignal,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { database, victim, name } of MODES) {
    if (!databases.includes(database)) continue;
    const store = await makeStore(database);
    if (store === null) {
      console.log('##### No PostgreSQL: nothing was killed beside it #####');
      continue;
    }
    const what = `${DATABASE_NAMES[database]}, ${name}`;
    console.log(`${what}: ${kills} kills, seed ${seed}`);
    try {
      const size: Size = { ...KILLS_LOAD, kills, limitMs: KILLS_LIMIT_MS };
      const outcome = await runChaos({ store, size, seed, victim }, stopped);
      explain(outcome);
      const own = figuresOfOutcome(outcome);
      figures.push(...own.map((figure) => ({ ...figure, name: `${what}: ${figure.name}` })));
    } finally {
      await store.remove();
    }
  }
  return figures;
}

/** The drill kills these in turn. */
const VICTIMS = ['primary', 'proxy', 'process', 'sorted sets'] as const;
type VictimKind = (typeof VICTIMS)[number];

/** The ways in which a primary dies, in turn. */
const DEATHS = [
  'its machine loses power',
  'its PostgreSQL dies',
  'its machine stands still',
] as const;

/**
 * How long after a failover the frozen machine runs again. It still takes itself for the primary then.
 */
const FROZEN_LONGER_MS = 5_000;

/** A kill, or a switchover, that has begun. */
type Killed = {
  what: string;
  /** When it began, by the clock of `performance`. */
  at: number;
  /** Restarts the host if it does not restart by itself. Called once calls are answered again. */
  bringBack: () => Promise<void>;
};

/** Kills the next victim. The first victim has number 0. */
async function killNext(cluster: Cluster, number: number): Promise<Killed> {
  const victim = VICTIMS[number % VICTIMS.length] ?? 'primary';
  const turn = Math.floor(number / VICTIMS.length);
  if (victim === 'primary') return killPrimary(cluster, turn);
  const [what, one] = byItself(cluster, victim, turn);
  const at = performance.now();
  one.kill();
  return { what, at, bringBack: async () => {} };
}

function byItself(
  { proxies, servers, store }: Cluster,
  victim: Exclude<VictimKind, 'primary'>,
  turn: number,
) {
  const front = turn % 2 === 0 ? 'api1' : 'api2';
  switch (victim) {
    case 'proxy':
      return [`the proxy of ${front}`, proxies[front]] as const;
    case 'process':
      return [`the server of ${front}`, servers[front]] as const;
    case 'sorted sets':
      return ['the sorted sets', store] as const;
  }
}

async function killPrimary(cluster: Cluster, turn: number): Promise<Killed> {
  const node = await findPrimary(cluster);
  const death = DEATHS[turn % DEATHS.length] ?? DEATHS[0];
  const at = performance.now();
  const what = `the primary ${node}: ${death}`;
  switch (death) {
    case 'its machine loses power':
      await cluster.killNode(node);
      return { what, at, bringBack: async () => cluster.startNode(node) };
    case 'its PostgreSQL dies':
      cluster.killPostgres(node);
      return { what, at, bringBack: async () => {} };
    case 'its machine stands still':
      cluster.freeze(node);
      return {
        what,
        at,
        bringBack: async () => {
          await wait(FROZEN_LONGER_MS);
          cluster.thaw(node);
        },
      };
  }
}

/** Hands over to another node, as an operator does before work on the primary's machine. */
async function switchOver(cluster: Cluster): Promise<Killed> {
  const node = await findPrimary(cluster);
  const at = performance.now();
  await cluster.switchOver(node);
  return { what: `a switchover away from ${node}`, at, bringBack: async () => {} };
}

async function findPrimary(cluster: Cluster) {
  const node = await cluster.findPrimary();
  if (node === null) throw new Error('No node leads.');
  return node;
}

const EVERY_MS = 100;
/** A call that takes longer than this is repeated. */
const ANSWER_MS = 3_000;

/** A player who writes and reads again and again, to find out when calls are answered. */
class Probe {
  /** When each answered call was made and when it was answered, by the clock of `performance`. */
  readonly #answered: { askedAt: number; at: number }[] = [];
  readonly #number: number;
  readonly #line: Line;
  #credential = '';

  constructor(number: number, line: Line) {
    this.#number = number;
    this.#line = line;
  }

  async signUp(): Promise<void> {
    const phone = `0805${digits(this.#number, 5)}55`;
    const api = overLine(this.#line);
    const account = await makeAccount(api, { phone }, `probe ${this.#number}`);
    await new Player(api, account, 'probe').subscribe();
    this.#credential = bearer(account.token);
  }

  /** Makes calls until the connection is aborted. */
  async run(): Promise<void> {
    const { signal } = this.#line;
    while (!signal.aborted) {
      const askedAt = performance.now();
      if (await this.#isThere()) this.#answered.push({ askedAt, at: performance.now() });
      await wait(EVERY_MS, undefined, { signal }).catch(() => {});
    }
  }

  /** The time from a moment to the first answer to a later call, or `null` while there is no such answer. */
  backAfter(moment: number): number | null {
    const first = this.#answered.find(({ askedAt }) => askedAt >= moment);
    return first ? first.at - moment : null;
  }

  async #isThere(): Promise<boolean> {
    const signal = AbortSignal.any([this.#line.signal, AbortSignal.timeout(ANSWER_MS)]);
    const api = onceOver({ ...this.#line, signal });
    const isYes = (call: Call) =>
      api(call).then(
        ({ status }) => status === 200,
        () => false,
      );
    const credential = this.#credential;
    const form = { name: 'ada', email: EMAIL };
    const write = { name: 'probe write', endpoint: putUser, key: randomUUID(), form, credential };
    if (!(await isYes(write))) return false;
    return isYes({ name: 'probe board', endpoint: getWeeklyBoard, credential });
  }
}
