import { parseArgs } from 'node:util';
import { FAULT_KINDS } from './lib/chaos/faults.ts';
import {
  atLeastOne,
  exactly,
  explain,
  figuresOfOutcome,
  type Outcome,
  runChaos,
  type Size,
} from './lib/chaos/run.ts';
import { DATABASE_NAMES, DATABASES, type DatabaseName, makeStore } from './lib/chaos/store.ts';
import { type Figure, report } from './lib/figures.ts';
import { fail } from './lib/run.mjs';

const MINUTE_MS = 60_000;
const SHORT: Size = {
  clients: 20,
  results: 400,
  purchases: 40,
  runners: 4,
  kills: 2,
  limitMs: 18 * MINUTE_MS,
};
const USUAL: Size = {
  clients: 50,
  results: 2_000,
  purchases: 200,
  runners: 12,
  kills: 5,
  limitMs: 18 * MINUTE_MS,
};
const FULL: Size = {
  clients: 200,
  results: 10_000,
  purchases: 2_000,
  runners: 100,
  kills: 30,
  limitMs: 90 * MINUTE_MS,
};
const PURCHASES_MAX = 20_000;
const USAGE = `npm run chaos -- [--short | --full] [--purchases <number>] [--seed <number>] [--database ${DATABASES.join('|')}]`;

const { size, seed, databases } = readArguments();
const stopped = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => stopped.abort(new Error('Stopped.')));
}

const figures: Figure[] = [];
for (const database of databases) figures.push(...(await figuresOn(database)));
if (figures.length === 0) fail('Nothing ran.');
report(figures);

async function figuresOn(database: DatabaseName): Promise<Figure[]> {
  const store = await makeStore(database);
  if (store === null) {
    console.log('##### No PostgreSQL: chaos ran on the embedded database only #####');
    return [];
  }
  try {
    const { results, clients, purchases, runners } = size;
    const what = `${results} results of ${clients} clients, ${purchases} purchases, ${runners} players of Millionaire Rush`;
    console.log(`${DATABASE_NAMES[database]}: ${what}, seed ${seed}`);
    const outcome = await runChaos({ store, size, seed }, stopped.signal);
    explain(outcome);
    return figuresOf(outcome).map((figure) => ({
      ...figure,
      name: `${DATABASE_NAMES[database]}: ${figure.name}`,
    }));
  } finally {
    await store.remove();
  }
}

function figuresOf(outcome: Outcome): Figure[] {
  return [
    exactly('results sent', outcome.sent, size.results),
    exactly('purchases sent', outcome.purchases.sent, size.purchases),
    ...figuresOfOutcome(outcome),
    ...FAULT_KINDS.map((kind) => atLeastOne(kind, outcome.faults[kind])),
    { name: 'seed', value: `${seed}`, limit: '–', passed: true },
  ];
}

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        short: { type: 'boolean', default: false },
        full: { type: 'boolean', default: false },
        purchases: { type: 'string' },
        seed: { type: 'string', default: '1' },
        database: { type: 'string' },
      },
    });
    const seed = Number(values.seed);
    const databases = DATABASES.filter((name) => (values.database ?? name) === name);
    const usual = values.short ? SHORT : USUAL;
    const size = values.full ? FULL : usual;
    const purchases = Number(values.purchases ?? size.purchases);
    const isCount = Number.isInteger(purchases) && purchases >= 0 && purchases <= PURCHASES_MAX;
    if (!isCount || !Number.isSafeInteger(seed) || databases.length === 0) fail(USAGE);
    return { size: { ...size, purchases }, seed, databases };
  } catch {
    return fail(USAGE);
  }
}
