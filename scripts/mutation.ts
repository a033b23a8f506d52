import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { type Figure, report } from './lib/figures.ts';
import { DRAW, DRAWN_VARIABLE, SEED_VARIABLE } from './lib/mutation-draw.ts';
import { isPartName, PARTS, type Part, type PartName } from './lib/mutation-parts.ts';
import { figuresOf } from './lib/mutation-score.ts';
import { fail } from './lib/run.mjs';

const USAGE = `npm run mutation -- [${Object.keys(PARTS).join('|')} …] [--only <file>] [--seed <number>]`;
const GOAL_MINUTES = 60;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    draw: { type: 'string' },
    workers: { type: 'string', default: `${availableParallelism()}` },
    seed: { type: 'string', default: `${randomInt(2 ** 32)}` },
  },
});
if (!positionals.every(isPartName)) fail(USAGE);
const names = positionals.length > 0 ? positionals : (Object.keys(PARTS) as PartName[]);

const beganAt = performance.now();
const figures: Figure[] = [];
for (const name of names) {
  process.env.MUTATION_PART = name;
  figures.push(...figuresOf(name, await statusesOf(PARTS[name])));
}
const minutes = (performance.now() - beganAt) / 60_000;
report([
  ...figures,
  { name: 'seed', value: values.seed, limit: '–', passed: true },
  {
    name: 'minutes',
    value: minutes.toFixed(1),
    limit: `≤ ${GOAL_MINUTES}`,
    passed: minutes <= GOAL_MINUTES,
  },
]);

async function statusesOf({ mutate, ...part }: Part) {
  const drawn = values.draw === undefined ? part.drawn : Number(values.draw);
  if (drawn !== undefined) {
    process.env[DRAWN_VARIABLE] = `${drawn}`;
    process.env[SEED_VARIABLE] = values.seed;
  }
  const results = await new Stryker({
    mutate: values.only === undefined ? mutate : [values.only],
    testRunner: 'vitest',
    // Tests set the time zone, which only a process of its own has.
    vitest: { configFile: 'scripts/lib/mutation.config.ts', pool: 'forks', related: false },
    plugins: [
      '@stryker-mutator/vitest-runner',
      ...(drawn === undefined ? [] : ['./scripts/lib/mutation-draw.ts']),
    ],
    checkers: drawn === undefined ? [] : [DRAW],
    coverageAnalysis: 'perTest',
    concurrency: Number(values.workers),
    // A machine that is busy with other work takes ten times as long.
    timeoutMS: 60_000,
    timeoutFactor: 10,
    dryRunTimeoutMinutes: 20,
    reporters: ['clear-text', 'progress-append-only', 'json'],
    jsonReporter: { fileName: `.cache/mutation-${process.env.MUTATION_PART}.json` },
    clearTextReporter: { logTests: false, reportTests: false, reportScoreTable: false },
    tempDirName: '.cache/mutation',
    ignorePatterns: ['.cache', '.data', 'dist', 'docs', 'e2e', 'gallery', 'test-results'],
    // Its rewriting needs the compiler's JavaScript API, and nothing here reads one in the sandbox.
    tsconfigFile: 'none.json',
    disableTypeChecks: false,
    allowConsoleColors: false,
    thresholds: { break: null },
  }).runMutationTest();
  return results.map(({ status }) => status);
}
