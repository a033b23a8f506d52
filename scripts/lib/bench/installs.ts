/// <reference lib="dom" />
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright';
import { seededNumbers } from '../../../question-bank/reader/seeded-numbers.ts';
import type { LineSpeed } from '../../../tests/support/shaped-line.ts';
import type { Figure } from '../figures.ts';
import { LOST_MS, onPhone, type Site } from './phone.ts';

/** Whatever takes longer is broken. */
const PATIENCE_MS = 120_000;

type Where = { site: Site; speed: LineSpeed };
type Install = { tookMs: number; kept: string[]; isSamePage: boolean };

/**
 * So many installs of the offline copy, each on a phone of its own, cut at a moment that the seed
 * decides: between the request for the worker and the end of an install that nothing cuts.
 */
export async function benchInstalls(
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

/** Opens the page and gives its install, counted from the request for the worker on. */
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
      // What is kept by then tells that it is not whole.
      .catch(() => undefined);
    const tookMs = performance.now() - beganAt;
    const isSamePage = (await openedWhen(page)) === openedAt;
    return { tookMs, kept: await firstLine(page), isSamePage };
  });
}

const openedWhen = (page: Page) => page.evaluate(() => performance.timeOrigin);

/** What the phone keeps of the first line, by path. */
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
