import { type Browser, chromium } from 'playwright';
import { CHROMIUM_FLAGS, findHeadlessChromium } from '../../tests/support/chromium.ts';
import { GameServer } from '../../tests/support/game-server.ts';
import { Relay } from '../../tests/support/relay.ts';
import type { LineSpeed } from '../../tests/support/shaped-line.ts';
import { JOURNEYS, LIMITS, type Moment } from './bench-journeys.ts';
import type { Figure } from './figures.ts';
import { fail, step } from './run.mjs';

type Line = { name: string; speed: LineSpeed; drops: boolean; isJudged: boolean };

/** The budgets are those of the first; the others show what is left of them on a worse day. */
const LINES: readonly Line[] = [
  {
    name: 'slow line',
    speed: { kbitPerSecond: 400, roundTripMs: 400 },
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
    speed: { kbitPerSecond: 400, roundTripMs: 400 },
    drops: true,
    isJudged: false,
  },
];

/** A line that drops is gone for the second of these times in each of the first, in milliseconds. */
const DROP_EVERY_MS = 10_000;
const DROPPED_MS = 2000;

/** What a player waits for on a slow phone, line by line, the medians of so many rounds. */
export async function benchApp(rounds: number): Promise<Figure[]> {
  await step('scripts/build.ts', ['--if-stale']);
  const executablePath = findHeadlessChromium() ?? fail('There is no Chromium: see CHROMIUM_PATH.');
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
  const server = await GameServer.start();
  try {
    const figures: Figure[] = [];
    for (const line of LINES) figures.push(...(await figuresOn(line, browser, server, rounds)));
    return figures;
  } finally {
    await browser.close();
    await server.stop();
  }
}

async function figuresOn(
  line: Line,
  browser: Browser,
  server: GameServer,
  rounds: number,
): Promise<Figure[]> {
  const seen = new Map<Moment, number[]>();
  const note = (moment: Moment, value: number) => {
    console.log(`${line.name}: ${moment} ${inUnit(moment, value)}`);
    seen.set(moment, [...(seen.get(moment) ?? []), value]);
  };
  for (let round = 1; round <= rounds; round += 1) {
    for (const journey of JOURNEYS) {
      const relay = await Relay.start(server.port);
      relay.slow(line.speed);
      const stopDrops = line.drops ? dropNowAndThen(relay) : () => undefined;
      const context = await browser.newContext({
        baseURL: `http://localhost:${relay.port}`,
        viewport: { width: 360, height: 640 },
        isMobile: true,
        hasTouch: true,
      });
      try {
        await journey({ context, relay, note });
      } finally {
        stopDrops();
        await context.close();
        await relay.stop();
      }
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
    back = setTimeout(() => relay.restore(), DROPPED_MS);
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
