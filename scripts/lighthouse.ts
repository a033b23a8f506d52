/// <reference lib="dom" />

import lighthouse from 'lighthouse';
import lighthousePwa from 'lighthouse-pwa';
import { chromium, type Page } from 'playwright';
import { findChromium, launchOptions } from '../tests/support/chromium.ts';
import { GameServer } from '../tests/support/game-server.ts';
import { type Figure, report } from './lib/figures.ts';
import { freePort } from './lib/free-port.ts';
import { fail, step } from './lib/run.mjs';

/** The goal for a page's performance. On a busy machine a run has up to ten points less. */
const PERFORMANCE_GOAL = 95;
const LEAST_SCORES = {
  performance: 70,
  accessibility: 100,
  'best-practices': 95,
  seo: 95,
};
/** Whether only some pages are judged, in few runs (docs/testing.md#what-runs-with---full). */
const isShort = process.argv.includes('--short');
/**
 * How many runs a page gets if its first run misses the goal (with --short: the least score). The median of
 * their scores then counts.
 */
const MOST_RUNS = 3;
const ENOUGH = isShort ? LEAST_SCORES.performance : PERFORMANCE_GOAL;
/**
 * How often a run is tried. Chromium sometimes records no start of a load, and Lighthouse says to run again.
 */
const TRIES = 3;

type Audit = { id: string; title: string; score: number | null; scoreDisplayMode: string };
type Result = {
  audits: Record<string, Audit>;
  categories: Record<string, { score: number | null; auditRefs: { id: string }[] }>;
  runtimeError?: { message: string };
};
type Flags = {
  port: number;
  onlyCategories: string[];
  disableStorageReset: boolean;
  logLevel: 'error';
};
type Run = (url: string, flags: Flags) => Promise<{ lhr: Result } | undefined>;

/** Opens the app as a player would, up to the screen to judge. Gives the address of that screen. */
type Come = (page: Page, serverUrl: string) => Promise<string>;

/** A page that is judged. */
type Visit = {
  name: string;
  isInstallable: boolean;
  /** Missing if nothing has to be done before the page is judged. */
  come?: Come;
};

const VISITS: readonly Visit[] = [
  { name: '/', isInstallable: true },
  { name: '/home', isInstallable: true, come: signIn },
  { name: 'quiz', isInstallable: false, come: startRound },
];

let numbers = 0;

await step('scripts/build.ts', ['--if-stale']);
const executablePath = findChromium() ?? fail('There is no Chromium. Name one in CHROMIUM_PATH.');
const server = await GameServer.start();
try {
  const figures: Figure[] = [];
  for (const visit of isShort ? VISITS.slice(0, 2) : VISITS) {
    const isFirst = visit === VISITS[0];
    if (visit.isInstallable && (isFirst || !isShort)) figures.push(...(await pwaFigures(visit)));
    figures.push(...(await scoreFigures(visit)));
  }
  report(figures);
} finally {
  await server.stop();
}

/** Gives the result of each audit, without the audits that only a person can do. */
async function pwaFigures(visit: Visit): Promise<Figure[]> {
  const { audits, categories } = await audited(visit, lighthousePwa as Run, ['pwa']);
  const ids = categories.pwa?.auditRefs.map(({ id }) => id) ?? [];
  return ids
    .map((id) => audits[id])
    .filter((audit) => audit !== undefined)
    .filter((audit) => audit.scoreDisplayMode !== 'manual')
    .map((audit) => {
      const passed = audit.score === 1 || audit.scoreDisplayMode === 'notApplicable';
      const value = passed ? 'pass' : 'fail';
      return { name: `PWA, ${visit.name}: ${audit.id}`, value, limit: 'pass', passed };
    });
}

async function scoreFigures(visit: Visit): Promise<Figure[]> {
  const names = Object.keys(LEAST_SCORES);
  const first = await audited(visit, lighthouse as Run, names);
  const performances = [scoreOf(first, 'performance')];
  const runs = median(performances) < ENOUGH ? MOST_RUNS : 1;
  while (performances.length < runs) {
    const again = await audited(visit, lighthouse as Run, ['performance']);
    performances.push(scoreOf(again, 'performance'));
  }
  return Object.entries(LEAST_SCORES).map(([name, least]) => {
    const score = name === 'performance' ? median(performances) : scoreOf(first, name);
    const passed = score >= least;
    if (!passed) explain(first, name);
    return {
      name: `Lighthouse, ${visit.name}: ${name}`,
      value: `${score}`,
      limit: name === 'performance' ? `≥ ${least}, goal ${PERFORMANCE_GOAL}` : `≥ ${least}`,
      passed,
    };
  });
}

async function audited(visit: Visit, audit: Run, onlyCategories: string[]): Promise<Result> {
  for (let tries = 1; ; tries++) {
    const result = await inFreshBrowser(visit, audit, onlyCategories);
    const error = result.runtimeError?.message;
    if (error === undefined) return result;
    if (tries === TRIES) throw new Error(error);
    console.log(`Lighthouse could not judge this load, it is loaded again: ${error}`);
  }
}

async function inFreshBrowser(visit: Visit, audit: Run, onlyCategories: string[]): Promise<Result> {
  const port = await freePort();
  const { args, env } = launchOptions('roboto');
  const browser = await chromium.launch({
    executablePath,
    args: [...args, `--remote-debugging-port=${port}`],
    env,
  });
  try {
    const url = visit.come ? await prepare(visit.come, port, server.url) : server.url;
    const flags = { port, onlyCategories, disableStorageReset: true, logLevel: 'error' } as const;
    const result = await audit(url, flags);
    if (result === undefined) throw new Error('Lighthouse gave no result.');
    return result.lhr;
  } finally {
    await browser.close();
  }
}

/** Prepares the default profile of a browser for a visit. Gives the address that is judged. */
async function prepare(come: Come, port: number, serverUrl: string): Promise<string> {
  const browser = await chromium.connectOverCDP(`http://localhost:${port}`);
  try {
    const page = await browser.contexts()[0]?.newPage();
    if (!page) throw new Error('The browser has no profile of its own.');
    const url = await come(page, serverUrl);
    await page.close();
    return url;
  } finally {
    await browser.close();
  }
}

/** Signs a new player in by an operator's link, and waits until the phone has its copy of the app. */
async function signIn(page: Page, serverUrl: string): Promise<string> {
  numbers += 1;
  await page.goto(`${serverUrl}/login?msisdn=234803${(30_000 + numbers) * 100 + 55}`);
  await page.getByRole('button', { name: 'La Liga' }).waitFor();
  // After a link the app installs its copy late. On any other page it begins at once.
  await page.reload();
  await page.getByRole('button', { name: 'La Liga' }).waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  return page.url();
}

/** Starts a round and shows its first question, which the round's address opens again. */
async function startRound(page: Page, serverUrl: string): Promise<string> {
  await signIn(page, serverUrl);
  await page.getByRole('button', { name: 'La Liga' }).click();
  await page.getByRole('button', { name: /^Hard/ }).press('Enter');
  await page.getByRole('button', { name: 'Tap to start now' }).press('Enter');
  await page.getByRole('article').getByRole('button').first().waitFor();
  return page.url();
}

function scoreOf(result: Result, category: string): number {
  return Math.round((result.categories[category]?.score ?? 0) * 100);
}

/** Names the audits that cost a category its score. */
function explain(result: Result, category: string): void {
  for (const { id } of result.categories[category]?.auditRefs ?? []) {
    const audit = result.audits[id];
    if (audit && audit.score !== null && audit.score < 0.9) {
      console.log(`${category}: ${audit.title} (${id}: ${audit.score})`);
    }
  }
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
