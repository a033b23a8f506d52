import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { type Figure, report } from './lib/figures.ts';
import { DRAW, DRAWN_VARIABLE, SEED_VARIABLE } from './lib/mutation-draw.ts';
import { isPartName, PARTS, type Part, type PartName } from './lib/mutation-parts.ts';
import { figuresOf } from './lib/mutation-score.ts';
import { fail } from './lib/run.mjs';

const NAMES = Object.keys(PARTS) as PartName[];
const USAGE = `npm run mutation -- [${NAMES.join(' | ')}] [--only <file>] [--draw <number>] [--seed <number>]

  Breaks the code in one small place after the other and counts what no test notices.
  --only   the mutants of one file of the part
  --draw   so many mutants, where the part does not say how many, or says another number
  --seed   draws those of an earlier run once more`;
const GOAL_MINUTES = 60;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    draw: { type: 'string' },
    seed: { type: 'string', default: `${randomInt(2 ** 32)}` },
  },
});
if (!positionals.every(isPartName)) fail(USAGE);
if (values.draw !== undefined && !(Number(values.draw) > 0)) fail(USAGE);

console.log(`The draw's seed is ${values.seed}.`);
const beganAt = performance.now();
const figures: Figure[] = [];
for (const name of positionals.length > 0 ? positionals : NAMES) {
  const ofPart = figuresOf(name, await statusesOf(name));
  // Each part's figures are printed at once, so that they are not lost if a later part breaks.
  report(ofPart);
  figures.push(...ofPart);
}
const minutes = (performance.now() - beganAt) / 60_000;
report([
  ...figures,
  {
    name: 'minutes',
    value: minutes.toFixed(1),
    limit: `≤ ${GOAL_MINUTES}`,
    passed: minutes <= GOAL_MINUTES,
  },
]);

async function statusesOf(name: PartName) {
  const part: Part = PARTS[name];
  const drawn = values.draw ?? part.drawn;
  Object.assign(process.env, {
    MUTATION_PART: name,
    [DRAWN_VARIABLE]: `${drawn ?? ''}`,
    [SEED_VARIABLE]: values.seed,
  });
  const results = await new Stryker({
    mutate: values.only === undefined ? part.mutate : [values.only],
    testRunner: 'vitest',
    vitest: {
      configFile: 'scripts/lib/mutation.config.ts',
      // The app's tests run as they do without mutants. Other tests set the time zone, which only a process
      // can.
      pool: part.inPage ? 'vmThreads' : 'forks',
      related: false,
    },
    plugins: ['@stryker-mutator/vitest-runner', './scripts/lib/mutation-draw.ts'],
    checkers: drawn === undefined ? [] : [DRAW],
    coverageAnalysis: 'perTest',
    ignoreStatic: part.drawn !== undefined,
    concurrency: availableParallelism(),
    // Many mutants never end. This time is added to one and a half times the tests' time without the mutant.
    timeoutMS: 10_000,
    timeoutFactor: 1.5,
    dryRunTimeoutMinutes: 60,
    reporters: ['clear-text', 'progress-append-only'],
    clearTextReporter: { logTests: false, reportTests: false, reportScoreTable: false },
    tempDirName: '.cache/mutation',
    ignorePatterns: ['.cache', '.data', 'dist', 'docs', 'e2e', 'gallery', 'test-results'],
    // There is no such file. Stryker would need the compiler's JavaScript API to rewrite a tsconfig, and
    // nothing in its sandbox reads a tsconfig.
    tsconfigFile: 'none.json',
    disableTypeChecks: false,
    allowConsoleColors: false,
  }).runMutationTest();
  return results.map(({ status }) => status);
}
