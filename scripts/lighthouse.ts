import lighthouse from 'lighthouse';
import lighthousePwa from 'lighthouse-pwa';
import { chromium } from 'playwright';
import { CHROMIUM_FLAGS, findChromium } from '../tests/support/chromium.ts';
import { GameServer } from '../tests/support/game-server.ts';
import { type Figure, report } from './lib/figures.ts';
import { freePort } from './lib/free-port.ts';
import { fail, step } from './lib/run.mjs';

const LEAST_SCORES = {
  performance: 90,
  accessibility: 100,
  'best-practices': 95,
  seo: 90,
};
/** Performance differs from run to run: the median counts. */
const RUNS = 3;
/** Chromium now and then records a load without its start: Lighthouse itself says to run again. */
const TRIES = 3;

type Audit = { id: string; title: string; score: number | null; scoreDisplayMode: string };
type Result = {
  audits: Record<string, Audit>;
  categories: Record<string, { score: number | null; auditRefs: { id: string }[] }>;
  runtimeError?: { message: string };
};
type Run = (
  url: string,
  flags: { port: number; onlyCategories: string[]; logLevel: 'error' },
) => Promise<{ lhr: Result } | undefined>;

await step('scripts/build.ts', ['--if-stale']);
const executablePath = findChromium() ?? fail('There is no Chromium. Name one in CHROMIUM_PATH.');
const server = await GameServer.start();
try {
  const figures = await pwaFigures();
  report([...figures, ...(await scoreFigures())]);
} finally {
  await server.stop();
}

/** Audits that a person would have to do are left out. */
async function pwaFigures(): Promise<Figure[]> {
  const { audits, categories } = await audited(lighthousePwa as Run, ['pwa']);
  const ids = categories.pwa?.auditRefs.map(({ id }) => id) ?? [];
  return ids
    .map((id) => audits[id])
    .filter((audit) => audit !== undefined)
    .filter((audit) => audit.scoreDisplayMode !== 'manual')
    .map((audit) => {
      const passed = audit.score === 1 || audit.scoreDisplayMode === 'notApplicable';
      return { name: `PWA: ${audit.id}`, value: passed ? 'pass' : 'fail', limit: 'pass', passed };
    });
}

async function scoreFigures(): Promise<Figure[]> {
  const names = Object.keys(LEAST_SCORES);
  const results: Result[] = [];
  for (let each = 0; each < RUNS; each++) {
    results.push(await audited(lighthouse as Run, names));
  }
  return Object.entries(LEAST_SCORES).map(([name, least]) => {
    const score = median(results.map((result) => scoreOf(result, name)));
    const passed = score >= least;
    if (!passed && results[0]) explain(results[0], name);
    return { name: `Lighthouse: ${name}`, value: `${score}`, limit: `≥ ${least}`, passed };
  });
}

async function audited(audit: Run, onlyCategories: string[]): Promise<Result> {
  for (let tries = 1; ; tries++) {
    const result = await inFreshBrowser(audit, onlyCategories);
    const error = result.runtimeError?.message;
    if (error === undefined) return result;
    if (tries === TRIES) throw new Error(error);
    console.log(`Lighthouse could not judge this load, it is loaded again: ${error}`);
  }
}

async function inFreshBrowser(audit: Run, onlyCategories: string[]): Promise<Result> {
  const port = await freePort();
  const args = [...CHROMIUM_FLAGS, `--remote-debugging-port=${port}`];
  const browser = await chromium.launch({ executablePath, args });
  try {
    const result = await audit(server.url, { port, onlyCategories, logLevel: 'error' });
    if (result === undefined) throw new Error('Lighthouse gave no result.');
    return result.lhr;
  } finally {
    await browser.close();
  }
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
