import packageJson from '../package.json' with { type: 'json' };
import { whyNoOldChromiums } from '../tests/support/old-chromiums.ts';
import { type Browsers, obtainChromium } from './lib/obtain-chromium.ts';
import { beside, failStage, reportFile, runStage, skipStage, summarize } from './lib/stage.ts';
import { tallyOfFigures, tallyOfPlaywright, tallyOfSpeed, tallyOfVitest } from './lib/tally.ts';

// Runs the stages of `npm run check`, `npm test` and `npm test -- --full` (docs/testing.md).

const NO_POSTGRES =
  '##### No PostgreSQL: database tests and chaos ran on the embedded database only #####';
const NO_SORTED_SETS =
  '##### No Valkey or Redis: the boards were ranked by the database only #####';
const NO_CHROMIUM =
  'Not run: no Chromium starts. Install Chromium or Chrome, or name it in CHROMIUM_PATH.';

const NOT_FULL =
  '##### The longer tests were left to `npm test -- --full`: docs/testing.md#what-runs-with---full #####';

/** For each stage, the arguments that leave out what only `--full` runs. */
const LEAVING = {
  unit: ['--tags-filter=!full'],
  chaos: ['--short'],
  browser: ['--grep-invert', '@full'],
  lighthouse: ['--short'],
};
const FEWER_CASES = { RUSH_RUNS: process.env.RUSH_RUNS ?? '20' };

const isFull = process.argv.includes('--full');
const leaving = (stage: keyof typeof LEAVING) => (isFull ? [] : LEAVING[stage]);
const { TEST_DATABASE_URL, TEST_RANK_URL } = process.env;

let whyNoOld: string | undefined;

await runChecks();
if (!process.argv.includes('--checks-only')) {
  if (!TEST_DATABASE_URL) console.log(NO_POSTGRES);
  if (!TEST_RANK_URL) console.log(NO_SORTED_SETS);
  let isBuilt = false;
  let browsers: Browsers | undefined;
  // Unit tests run at the same time, because the build, a download and chaos leave the machine idle at times.
  await beside(runUnitTests, async () => {
    isBuilt = await build();
    browsers = await obtainChromium();
    console.log(`Chromium: ${browsers?.whole ?? 'none'}; tests: ${browsers?.headless ?? 'none'}`);
    await figuresStage('Chaos', 'chaos', {
      args: [...leaving('chaos'), ...(TEST_DATABASE_URL ? [] : ['--database', 'embedded'])],
    });
  });
  await runBrowserTests(isBuilt, browsers);
  if (!TEST_DATABASE_URL) console.log(NO_POSTGRES);
  if (whyNoOld) console.log(`##### No old Chromiums: ${whyNoOld} #####`);
  if (!isFull) console.log(NOT_FULL);
}
if (!summarize()) process.exitCode = 1;

/** Runs every `check:` script of package.json. The types are checked at the same time as all others. */
async function runChecks() {
  // The compiler is a Go program that runs briefly. With 200 it collects memory less often, which halves the
  // cost.
  const env = { GOGC: '200' };
  const check = (title: string) =>
    runStage({ title, command: ['npm', 'run', '--silent', title], limitMinutes: 15, env });
  const names = Object.keys(packageJson.scripts).filter((name) => name.startsWith('check:'));
  await beside(
    () => check('check:types'),
    async () => {
      for (const name of names) if (name !== 'check:types') await check(name);
    },
  );
}

async function runUnitTests() {
  await runVitest('Unit, component and server tests', []);
  if (!TEST_DATABASE_URL) return;
  const args = ['--project=server'];
  await runVitest('Server tests on PostgreSQL', args, { TEST_DATABASE_URL });
}

async function runVitest(title: string, args: string[], env: NodeJS.ProcessEnv = {}) {
  const file = reportFile('vitest');
  const reports = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`];
  await runStage({
    title,
    command: ['vitest', 'run', ...args, ...leaving('unit'), ...reports],
    limitMinutes: 40,
    env: { ...(isFull ? {} : FEWER_CASES), NO_COLOR: '1', TEST_DATABASE_URL: '', ...env },
    report: { file, count: tallyOfVitest },
  });
}

type Script = { args?: string[]; env?: NodeJS.ProcessEnv };

/** A script that reports figures. */
function figuresStage(title: string, script: string, { args = [], env = {} }: Script = {}) {
  const file = reportFile(script);
  return runStage({
    title,
    command: ['node', `scripts/${script}.ts`, ...args],
    limitMinutes: 40,
    env: { ...env, FIGURES_FILE: file },
    report: { file, count: tallyOfFigures },
    shows: /./,
  });
}

async function build(): Promise<boolean> {
  // The check of the promised browsers has built the app already.
  const command = ['node', 'scripts/build.ts', '--if-stale'];
  const isBuilt = await runStage({ title: 'Build', command, limitMinutes: 15 });
  if (isBuilt) await figuresStage('Byte budget', 'budget');
  else failStage('Byte budget', 'Not run: there is no built app.');
  return isBuilt;
}

type Specs = {
  args: string[];
  browser: string;
  count: typeof tallyOfPlaywright;
  config?: string;
};

async function runPlaywright(
  title: string,
  { args, browser, count, config = 'playwright' }: Specs,
) {
  const file = reportFile('playwright');
  await runStage({
    title,
    command: ['playwright', 'test', '-c', `e2e/${config}.config.ts`, ...args],
    limitMinutes: 40,
    env: { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    report: { file, count },
    shows: /^figure: /,
  });
}

/** Runs the browser tests. No other stage runs meanwhile, because measurements need the whole machine. */
async function runBrowserTests(isBuilt: boolean, browsers: Browsers | undefined) {
  if (!isBuilt || !browsers) {
    const reason = isBuilt ? NO_CHROMIUM : 'Not run: there is no built app.';
    failStage('End-to-end tests', reason);
    if (isFull) failStage('Speed', reason);
    failStage('Lighthouse', reason);
    return;
  }
  await runPlaywright('End-to-end tests', {
    args: ['--project=phone', '--project=roboto', ...leaving('browser')],
    browser: browsers.headless,
    count: tallyOfPlaywright,
  });
  if (isFull) {
    await runPlaywright('Speed', {
      args: ['--project=speed', '--no-deps'],
      browser: browsers.headless,
      count: tallyOfSpeed,
    });
    await runOldChromiums(browsers.headless);
  }
  await figuresStage('Lighthouse', 'lighthouse', {
    args: leaving('lighthouse'),
    env: { CHROMIUM_PATH: browsers.whole },
  });
}

async function runOldChromiums(browser: string) {
  const title = 'Old Chromiums';
  whyNoOld = await whyNoOldChromiums();
  if (whyNoOld) skipStage(title);
  else {
    const config = 'old-chromiums';
    await runPlaywright(title, { args: [], browser, count: tallyOfPlaywright, config });
  }
}
