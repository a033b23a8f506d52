import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { obtainChromium } from './lib/obtain-chromium.ts';
import { run } from './lib/run.mjs';
import {
  inWords,
  sum,
  type Tally,
  tallyOfCheck,
  tallyOfFigures,
  tallyOfPlaywright,
  tallyOfVitest,
} from './lib/tally.ts';

const MINUTE_MS = 60_000;
const NO_POSTGRES =
  '##### No PostgreSQL: the database tests ran on the embedded database only #####';

const NO_SORTED_SETS =
  '##### No Valkey or Redis: the boards were ranked by the database only #####';

const scratch = mkdtempSync(join(tmpdir(), 'football-mastermind-test-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));

type Count = (report: unknown, exitCode: number) => Tally;
type Stage = {
  title: string;
  command: string[];
  limitMs: number;
  env?: NodeJS.ProcessEnv;
  /** Where the tool writes its JSON report, and who reads it. Without one it counts as one check. */
  report?: { file: string; count: Count };
  /** The lines of its output that are shown though nothing failed: what was measured. */
  shows?: RegExp;
};

const tallies: Tally[] = [];

type Ended = { tally: Tally; output: string; shows?: RegExp | undefined };

async function inStage(title: string, work: () => Promise<Ended>) {
  process.stdout.write(`${title} … `);
  const startedAt = performance.now();
  const { tally, output, shows } = await work();
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${inWords(tally)} (${seconds} s)`);
  if (tally.failed > 0) console.log(`${output.trimEnd()}\n`);
  else if (shows) for (const line of output.split('\n')) if (shows.test(line)) console.log(line);
  tallies.push(tally);
  return tally.failed === 0;
}

function runStage({ title, command, limitMs, env = {}, report, shows }: Stage): Promise<boolean> {
  return inStage(title, async () => {
    const [program = '', ...args] = command;
    const ended = await run(program, args, { capture: true, limitMs, env });
    if (ended.wasStopped) {
      console.log('stopped');
      process.exit(130);
    }
    const late = ended.wasTooSlow ? `\nStopped after ${limitMs / MINUTE_MS} minutes.` : '';
    const tally = report
      ? report.count(readReport(report.file), ended.code)
      : tallyOfCheck(ended.code === 0);
    return { tally, output: ended.output + late, shows };
  });
}

/** A stage that cannot run has failed: what it shows is not shown. */
function failStage(title: string, reason: string): Promise<boolean> {
  return inStage(title, async () => ({ tally: tallyOfCheck(false), output: reason }));
}

function readReport(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

async function runChecks() {
  const npmRun = ['npm', 'run', '--silent'];
  const limitMs = 3 * MINUTE_MS;
  await runStage({ title: 'Format', command: [...npmRun, 'check:format'], limitMs });
  await runStage({ title: 'Lint', command: [...npmRun, 'check:lint'], limitMs });
  await runStage({ title: 'Types', command: [...npmRun, 'check:types'], limitMs });
  await runStage({ title: 'Unused code', command: [...npmRun, 'check:unused'], limitMs });
  await runStage({ title: 'Citations', command: [...npmRun, 'check:citations'], limitMs });
  await runStage({ title: 'API document', command: [...npmRun, 'check:openapi'], limitMs });
}

async function runUnitTests() {
  const { TEST_DATABASE_URL, TEST_RANK_URL } = process.env;
  if (!TEST_DATABASE_URL) console.log(NO_POSTGRES);
  if (!TEST_RANK_URL) console.log(NO_SORTED_SETS);
  await runVitest('Unit, component and server tests', []);
  if (!TEST_DATABASE_URL) return;
  const args = ['--project=server'];
  await runVitest('Server tests on PostgreSQL', args, { TEST_DATABASE_URL });
}

async function runVitest(title: string, args: string[], env: NodeJS.ProcessEnv = {}) {
  const file = join(scratch, 'vitest.json');
  rmSync(file, { force: true });
  const reports = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`];
  await runStage({
    title,
    command: ['vitest', 'run', ...args, ...reports],
    limitMs: 6 * MINUTE_MS,
    env: { NO_COLOR: '1', TEST_DATABASE_URL: '', ...env },
    report: { file, count: tallyOfVitest },
  });
}

/** A script that reports figures. */
function figuresStage(
  title: string,
  script: string,
  args: string[] = [],
  env: NodeJS.ProcessEnv = {},
) {
  const file = join(scratch, `${script}.json`);
  rmSync(file, { force: true });
  return runStage({
    title,
    command: ['node', `scripts/${script}.ts`, ...args],
    limitMs: 10 * MINUTE_MS,
    env: { ...env, FIGURES_FILE: file },
    report: { file, count: tallyOfFigures },
    shows: /./,
  });
}

async function runBuiltApp() {
  const isBuilt = await runStage({
    title: 'Build',
    command: ['node', 'scripts/build.ts'],
    limitMs: 3 * MINUTE_MS,
  });
  if (!isBuilt) {
    const reason = 'Not run: there is no built app.';
    await failStage('Byte budget', reason);
    await failStage('End-to-end tests', reason);
    await failStage('Lighthouse', reason);
    return;
  }
  await figuresStage('Byte budget', 'budget');

  process.stdout.write('Chromium … ');
  const chromium = await obtainChromium();
  console.log(chromium ?? 'none');
  if (chromium === undefined) {
    const reason =
      'Not run: no Chromium starts. Install Chromium or Chrome, or name it in CHROMIUM_PATH.';
    await failStage('End-to-end tests', reason);
    await failStage('Lighthouse', reason);
    return;
  }
  const env = { CHROMIUM_PATH: chromium };
  const file = join(scratch, 'playwright.json');
  await runStage({
    title: 'End-to-end tests',
    command: ['playwright', 'test', '-c', 'e2e/playwright.config.ts'],
    limitMs: 12 * MINUTE_MS,
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    report: { file, count: tallyOfPlaywright },
    shows: /^figure: /,
  });
  await figuresStage('Lighthouse', 'lighthouse', [], env);
}

await runChecks();
if (!process.argv.includes('--checks-only')) {
  await runUnitTests();
  await figuresStage('Chaos', 'chaos');
  await runBuiltApp();
  if (!process.env.TEST_DATABASE_URL) console.log(NO_POSTGRES);
}

const total = sum(tallies);
console.log(inWords(total));
process.exitCode = total.failed > 0 ? 1 : 0;
