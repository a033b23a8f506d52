import { chromium } from 'playwright';
import { findHeadlessChromium, launchOptions } from '../../../tests/support/chromium.ts';
import { GameServer } from '../../../tests/support/game-server.ts';
import type { Relay } from '../../../tests/support/relay.ts';
import type { LineSpeed } from '../../../tests/support/shaped-line.ts';
import type { Figure } from '../figures.ts';
import { fail, step } from '../run.mjs';
import { benchInstalls } from './installs.ts';
import { JOURNEYS, LIMITS, type Moment } from './journeys.ts';
import { LOST_MS, onPhone, type Site } from './phone.ts';

type Line = { name: string; speed: LineSpeed; drops: boolean; isJudged: boolean };

const SLOW_LINE: LineSpeed = { kbitPerSecond: 400, roundTripMs: 400 };

/** The budgets are those of the first; the others show what is left of them on a worse day. */
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

/** A line that drops is lost once in so long, in milliseconds. */
const DROP_EVERY_MS = 10_000;

type Size = { rounds: number; installs: number; seed: number };

/**
 * What a player waits for on a slow phone, line by line, the medians of so many rounds; and so many
 * installs that are cut at moments which the seed decides.
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
