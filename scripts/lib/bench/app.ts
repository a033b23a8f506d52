import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright';
import { seededNumbers } from '../../../question-bank/reader/seeded-numbers.ts';
import { findHeadlessChromium, launchOptions } from '../../../tests/support/chromium.ts';
import { GameServer } from '../../../tests/support/game-server.ts';
import { Relay } from '../../../tests/support/relay.ts';
import { startProcess } from '../../../tests/support/server-process.ts';
import type { LineSpeed } from '../../../tests/support/shaped-line.ts';
import { makeStore } from '../chaos/store.ts';
import type { Figure } from '../figures.ts';
import { apiOver, overHttp } from '../player/call.ts';
import { makeAccount } from '../player/player.ts';
import { fail, step } from '../run.mjs';
import type { Flood } from './flood.ts';
import { JOURNEYS, LIMITS, type Moment } from './journeys.ts';

type Line = { name: string; speed: LineSpeed; drops: boolean; isJudged: boolean };

const SLOW_LINE: LineSpeed = { kbitPerSecond: 400, roundTripMs: 400 };

/**
 * The simulated networks. Only the first is held to the budgets. The others show how long players wait on
 * worse networks.
 */
const LINES: readonly Line[] = [
  {
    name: 'slow line',
    speed: SLOW_LINE,
    drops: false,
    isJudged: true,
  },
  {
    name: '120 kbit/s',
    speed: { kbitPerSecond: 120, roundTripMs: 800 },
    drops: false,
    isJudged: false,
  },
  {
    name: 'line that drops',
    speed: SLOW_LINE,
    drops: true,
    isJudged: false,
  },
];

/** How often a network that drops is lost, in milliseconds. */
const DROP_EVERY_MS = 10_000;

type Size = { rounds: number; installs: number; seed: number };

/**
 * Measures how long a player waits on a slow phone, for each simulated network. Each figure is the median of
 * `rounds` rounds. Then `installs` installs are cut off, at moments that the seed decides.
 */
export async function benchApp({ rounds, ...cut }: Size): Promise<Figure[]> {
  await step('scripts/build.ts', ['--if-stale']);
  const executablePath = findHeadlessChromium() ?? fail('There is no Chromium: see CHROMIUM_PATH.');
  const browser = await chromium.launch({ ...launchOptions('roboto'), executablePath });
  const server = await GameServer.start();
  try {
    const site = { browser, server };
    const figures: Figure[] = [];
    for (const line of LINES) figures.push(...(await figuresOn(line, site, rounds)));
    return [...figures, ...(await benchInstalls({ site, speed: SLOW_LINE }, cut))];
  } finally {
    await browser.close();
    await server.stop();
  }
}

async function figuresOn(line: Line, site: Site, rounds: number): Promise<Figure[]> {
  const seen = new Map<Moment, number[]>();
  const note = (moment: Moment, value: number) => {
    console.log(`${line.name}: ${moment} ${inUnit(moment, value)}`);
    seen.set(moment, [...(seen.get(moment) ?? []), value]);
  };
  for (let round = 1; round <= rounds; round += 1) {
    for (const journey of JOURNEYS) {
      await onPhone(site, line.speed, async (phone) => {
        const stopDrops = line.drops ? dropNowAndThen(phone.relay) : () => undefined;
        try {
          await journey({ ...phone, note });
        } finally {
          stopDrops();
        }
      });
    }
  }
  return [...seen].map(([moment, values]) => {
    const value = median(values);
    const limit = line.isJudged ? LIMITS[moment] : null;
    return {
      name: `${line.name}: ${moment}`,
      value: inUnit(moment, value),
      limit: limit === null ? 'shown' : `≤ ${inUnit(moment, limit)}`,
      passed: limit === null || value <= limit,
    };
  });
}

function dropNowAndThen(relay: Relay): () => void {
  let back: ReturnType<typeof setTimeout>;
  const timer = setInterval(() => {
    relay.cut();
    back = setTimeout(() => relay.restore(), LOST_MS);
  }, DROP_EVERY_MS);
  return () => {
    clearInterval(timer);
    clearTimeout(back);
    relay.restore();
  };
}

function inUnit(moment: Moment, value: number): string {
  return moment.endsWith('received')
    ? `${(value / 1000).toFixed(0)} KB`
    : `${(value / 1000).toFixed(1)} s`;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** How long a lost network stays away, in milliseconds. */
const LOST_MS = 2000;

/** A browser, and a server that it reaches over a simulated network. */
type Site = { browser: Browser; server: GameServer };

/** Calls `act` with a phone that has never opened the app, on its own simulated network. */
async function onPhone<Result>(
  { browser, server }: Site,
  speed: LineSpeed,
  act: (phone: { context: BrowserContext; relay: Relay }) => Promise<Result>,
): Promise<Result> {
  const relay = await Relay.start(server.port);
  relay.slow(speed);
  const context = await browser.newContext({
    baseURL: `http://localhost:${relay.port}`,
    viewport: { width: 360, height: 640 },
    isMobile: true,
    hasTouch: true,
  });
  try {
    return await act({ context, relay });
  } finally {
    await context.close();
    await relay.stop();
  }
}

/// <reference lib="dom" />

/** A step that takes longer than this has failed. */
const PATIENCE_MS = 120_000;

type Where = { site: Site; speed: LineSpeed };
type Install = { tookMs: number; kept: string[]; isSamePage: boolean };

/**
 * Installs the offline copy `installs` times, each time on a new phone, and cuts the network once. The seed
 * decides the moment, between the request for the worker and the end of an install that is not cut.
 */
async function benchInstalls(
  where: Where,
  { installs, seed }: { installs: number; seed: number },
): Promise<Figure[]> {
  const next = seededNumbers(seed);
  const uncut = await install(where, null);
  console.log(`install, not cut: whole after ${seconds(uncut.tookMs)}`);
  const whole: number[] = [];
  for (let number = 1; number <= installs; number += 1) {
    const cutAfterMs = next() * uncut.tookMs;
    const { tookMs, kept, isSamePage } = await install(where, cutAfterMs);
    const isWhole = isSamePage && kept.join() === uncut.kept.join();
    const end = isWhole ? `whole after ${seconds(tookMs)}` : 'NOT WHOLE';
    console.log(`install ${number}, cut after ${seconds(cutAfterMs)}: ${end}`);
    if (isWhole) whole.push(tookMs);
  }
  const name = 'slow line: installs that are cut';
  return [
    { name: `${name}, seed`, value: `${seed}`, limit: '–', passed: true },
    {
      name: `${name}, whole without a reload`,
      value: `${whole.length}`,
      limit: `${installs}`,
      passed: whole.length === installs,
    },
    {
      name: `${name}, the longest`,
      value: seconds(Math.max(0, ...whole)),
      limit: 'shown',
      passed: true,
    },
  ];
}

/** Opens the page and gives its install. The time is counted from the request for the worker. */
function install({ site, speed }: Where, cutAfterMs: number | null): Promise<Install> {
  return onPhone(site, speed, async ({ context, relay }) => {
    const page = await context.newPage();
    await page.goto('/', { waitUntil: 'commit' });
    const openedAt = await openedWhen(page);
    await until(() => relay.asked.includes('/sw.js'));
    const beganAt = performance.now();
    if (cutAfterMs !== null) {
      await sleep(cutAfterMs);
      relay.cut();
      await sleep(LOST_MS);
      relay.restore();
    }
    await page
      .waitForFunction(() => navigator.serviceWorker.ready, null, { timeout: PATIENCE_MS })
      // After a timeout the kept files show that the copy is not whole.
      .catch(() => undefined);
    const tookMs = performance.now() - beganAt;
    const isSamePage = (await openedWhen(page)) === openedAt;
    return { tookMs, kept: await firstLine(page), isSamePage };
  });
}

const openedWhen = (page: Page) => page.evaluate(() => performance.timeOrigin);

/** Lists the paths of the kept files of the offline copy's first line. */
function firstLine(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.includes('precache'));
    const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return kept
      .flat()
      .map(({ url }) => new URL(url).pathname)
      .sort();
  });
}

async function until(isSo: () => boolean): Promise<void> {
  const giveUpAt = performance.now() + PATIENCE_MS;
  while (!isSo()) {
    if (performance.now() > giveUpAt) throw new Error('The page asked for no worker.');
    await sleep(10);
  }
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

const P99_MS = 150;
/** How long each load lasts. Meanwhile each of the other players calls once every `CALL_EVERY_MS`. */
const LOAD_MS = 15_000;
const OTHERS = 10;
const CALL_EVERY_MS = 100;

type Load = { name: string; flood: Omit<Flood, 'port' | 'token'> | null };

const LOADS: readonly Load[] = [
  { name: 'nobody else', flood: null },
  { name: '1,500 parallel calls of one player', flood: { how: 'parallel', calls: 1500 } },
  { name: '20,000 pipelined reads on one connection', flood: { how: 'pipelined', calls: 20_000 } },
  { name: 'forms of 38,000 parts, eight at once', flood: { how: 'forms of many parts', calls: 8 } },
  { name: '520 bodies that drip', flood: { how: 'slow bodies', calls: 520 } },
  { name: 'made-up tokens, 500 at once', flood: { how: 'made-up tokens', calls: 500 } },
];

/**
 * Twice as many calls as the other players make. If a flood counted as theirs, they would reach this limit.
 */
const ADDRESS_CALLS = 2 * OTHERS * (60_000 / CALL_EVERY_MS);

/** Measures how long players wait while one caller floods the server, on PostgreSQL if there is one. */
export async function benchGuard(): Promise<Figure[]> {
  const store = (await makeStore('postgres')) ?? (await makeStore('embedded'));
  if (!store) fail('No database can be made.');
  const server = startProcess({
    DATA_DIR: store.dataDir,
    ADDRESS_CALLS_PER_MINUTE: String(ADDRESS_CALLS),
    ...(store.databaseUrl && { DATABASE_URL: store.databaseUrl }),
  });
  try {
    const port = Number(new URL(await server.ready).port);
    const api = apiOver(overHttp(`http://127.0.0.1:${port}`));
    const tokens: string[] = [];
    for (let at = 0; at <= OTHERS; at += 1) {
      const phone = `0803000${String(at).padStart(4, '0')}`;
      tokens.push((await makeAccount(api, { phone })).token);
    }
    const [flooding = '', ...others] = tokens;
    const figures: Figure[] = [];
    for (const { name, flood } of LOADS) {
      const worker =
        flood &&
        new Worker(new URL('./flood.ts', import.meta.url), {
          workerData: { ...flood, port, token: flooding },
        });
      const failed = { count: 0 };
      const times = (await Promise.all(others.map((token) => readsOf(port, token, failed)))).flat();
      await worker?.terminate();
      const at = (share: number) =>
        times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0;
      figures.push({
        name: `beside ${name}: p99 (p50 ${at(0.5).toFixed(0)} ms)`,
        value: `${at(0.99).toFixed(0)} ms`,
        limit: `≤ ${P99_MS} ms`,
        passed: at(0.99) <= P99_MS,
      });
      figures.push({
        name: `beside ${name}: calls not answered, of ${times.length}`,
        value: String(failed.count),
        limit: '0',
        passed: failed.count === 0,
      });
    }
    return figures;
  } finally {
    server.child.kill('SIGKILL');
    await server.ended;
    await store.remove();
  }
}

/** Makes a player's reads at a steady pace, and gives their times in milliseconds. */
async function readsOf(port: number, token: string, failed: { count: number }): Promise<number[]> {
  const until = performance.now() + LOAD_MS;
  const times: number[] = [];
  while (performance.now() < until) {
    const startedAt = performance.now();
    const reply = await fetch(`http://127.0.0.1:${port}/api/v2/user/dailyplays`, {
      headers: { authorization: `Bearer ${token}` },
    });
    await reply.text();
    if (reply.status !== 200) failed.count += 1;
    times.push(performance.now() - startedAt);
    await sleep(Math.max(0, CALL_EVERY_MS - (performance.now() - startedAt)));
  }
  return times;
}
