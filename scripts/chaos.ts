import { parseArgs } from 'node:util';
import { FAULT_KINDS } from './lib/chaos-faults.ts';
import { type Outcome, runChaos, type Size } from './lib/chaos-run.ts';
import { DATABASES, type DatabaseName, makeStore } from './lib/chaos-store.ts';
import { type Figure, report } from './lib/figures.ts';
import { fail } from './lib/run.mjs';

const MINUTE_MS = 60_000;
const SHORT: Size = {
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
const USAGE = `npm run chaos -- [--full] [--purchases <number>] [--seed <number>] [--database ${DATABASES.join('|')}]`;
const BREACHES_SHOWN = 5;
const NAMES: Record<DatabaseName, string> = {
  embedded: 'Embedded database',
  postgres: 'PostgreSQL',
};

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
    console.log(`${NAMES[database]}: ${what}, seed ${seed}`);
    const outcome = await runChaos(store, size, seed, stopped.signal);
    explain(outcome);
    return figuresOf(outcome).map((figure) => ({
      ...figure,
      name: `${NAMES[database]}: ${figure.name}`,
    }));
  } finally {
    await store.remove();
  }
}

function figuresOf({ differences, faults, ...outcome }: Outcome): Figure[] {
  return [
    exactly('results sent', outcome.sent, size.results),
    exactly('results delivered', outcome.delivered, size.results),
    atLeastOne('results repeated', outcome.repeated),
    exactly('results lost', differences.lost, 0),
    exactly('results doubled', differences.doubled, 0),
    exactly('results counted otherwise', differences.wrongResults, 0),
    exactly('players with other coins or points', differences.wrongPlayers, 0),
    exactly('rows of the weekly board that differ', differences.wrongBoardRows, 0),
    exactly('scores that the ledger does not give', differences.wrongScores, 0),
    exactly('coins still held', differences.heldCoins, 0),
    exactly('movements out of balance', differences.unbalanced, 0),
    exactly('plays without a round, or the other way', differences.wrongPlays, 0),
    ...(size.purchases > 0 ? figuresOfMoney(outcome) : []),
    ...figuresOfRush(outcome),
    exactly('answers against the contract', outcome.breaches.length, 0),
    exactly('replies of 500', outcome.serverErrors, 0),
    {
      name: 'kills of the server',
      value: `${outcome.kills}`,
      limit: `≥ ${outcome.plannedKills}`,
      passed: outcome.kills >= outcome.plannedKills,
    },
    ...FAULT_KINDS.map((kind) => atLeastOne(kind, faults[kind])),
    { name: 'seed', value: `${seed}`, limit: '–', passed: true },
    { name: 'time', value: `${(outcome.tookMs / 1000).toFixed(1)} s`, limit: '–', passed: true },
  ];
}

function figuresOfMoney({
  money,
  purchases,
  tickets,
}: Pick<Outcome, 'money' | 'purchases' | 'tickets'>): Figure[] {
  return [
    exactly('purchases sent', purchases.sent, size.purchases),
    exactly(
      'purchases and tickets paid',
      money.paid,
      purchases.sent - purchases.declined + tickets,
    ),
    atLeastOne('purchases that only the reconciler credited', purchases.reconciled),
    exactly('paid without coins', money.withoutCoins, 0),
    exactly('coins without payment', money.withoutPayment, 0),
    exactly('paid twice', money.twice, 0),
    exactly('purchases of other coins or money', money.otherwise, 0),
  ];
}

/** Each ticket that was paid for waits, or counts once; those that were given back wait or count, too. */
function figuresOfRush({ rush, tickets }: Pick<Outcome, 'rush' | 'tickets'>): Figure[] {
  const { unplayed, counted, givenBack, twice, open, wrongTickets, wrongRuns } = rush;
  const said = `${counted} counted, ${unplayed} wait, ${givenBack} given back`;
  return [
    { name: 'tickets', value: said, limit: `${tickets}`, passed: unplayed + counted === tickets },
    atLeastOne('tickets counted', counted),
    exactly('tickets counted twice', twice, 0),
    exactly('runs that never ended', open, 0),
    exactly('players with other tickets', wrongTickets, 0),
    exactly('runs counted otherwise', wrongRuns, 0),
  ];
}

function exactly(name: string, count: number, expected: number): Figure {
  return { name, value: `${count}`, limit: `${expected}`, passed: count === expected };
}

/** Without any, a run has shown nothing. */
function atLeastOne(name: string, count: number): Figure {
  return { name, value: `${count}`, limit: '≥ 1', passed: count >= 1 };
}

function explain({ breaches, serverErrors, brokenOff, lastWords }: Outcome): void {
  for (const breach of breaches.slice(0, BREACHES_SHOWN)) console.log(breach);
  if (brokenOff !== null) console.log(`Broken off: ${brokenOff}`);
  if (serverErrors > 0 || brokenOff !== null) console.log(lastWords);
}

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        full: { type: 'boolean', default: false },
        purchases: { type: 'string' },
        seed: { type: 'string', default: '1' },
        database: { type: 'string' },
      },
    });
    const seed = Number(values.seed);
    const databases = DATABASES.filter((name) => (values.database ?? name) === name);
    const size = values.full ? FULL : SHORT;
    const purchases = Number(values.purchases ?? size.purchases);
    const isCount = Number.isInteger(purchases) && purchases >= 0 && purchases <= PURCHASES_MAX;
    if (!isCount || !Number.isSafeInteger(seed) || databases.length === 0) fail(USAGE);
    return { size: { ...size, purchases }, seed, databases };
  } catch {
    return fail(USAGE);
  }
}
