import { loadBank } from '../../../question-bank/reader/load-bank.ts';
import { buildApp } from '../../../server/app.ts';
import { openRanking } from '../../../server/boards/ranking.ts';
import { readConfig } from '../../../server/config/config.ts';
import { openDatabase } from '../../../server/database/connection.ts';
import type { Db } from '../../../server/database/tables.ts';
import { ownAddress } from '../../../server/http/assets.ts';
import { reconcile } from '../../../server/payments/reconcile.ts';
import { openProviders } from '../../../server/providers/open-providers.ts';
import { openServices } from '../../../server/services.ts';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { to234Form } from '../../../src/rules/phone.ts';
import type { Figure } from '../figures.ts';
import {
  coinsBought,
  compareBooks,
  compareMoney,
  type Differences,
  type MoneyDifferences,
  readBooks,
  readMoney,
  type SentPurchase,
} from './books.ts';
import { ChaosClient, type Line, type Submitted } from './client.ts';
import { ChaosRelay, type FaultKind, faultOf, KillPlan } from './faults.ts';
import { ChaosRush, compareRush, type RushDifferences, readRush } from './rush.ts';
import { ChaosServer, type Victim } from './server.ts';
import { CHARGE, ChaosShop, countBuyers, phoneOf } from './shop.ts';
import type { Store } from './store.ts';

/** The amount of chaos. */
export type Size = Load & {
  /** The number of kills while results are sent. Purchases add kills of their own. */
  kills: number;
  limitMs: number;
};

/** The result of a run. */
export type Outcome = Reckoning & {
  /** How many repeated copies of results reached the server. */
  repeated: number;
  kills: number;
  /** How many kills were planned. */
  plannedKills: number;
  faults: Record<FaultKind, number>;
  serverErrors: number;
  tookMs: number;
  /** Why not everything was sent, or `null` if it was. */
  brokenOff: string | null;
  /** The server's last messages about failures. */
  lastWords: string;
};

type Run = { store: Store; size: Size; seed: number; victim?: Victim };

const PURCHASES_PER_KILL = 200;

/**
 * Clients send results and buy over a bad connection while the server, or its connections to the database,
 * are killed again and again. Then the ledger and the boards are compared with the results that were sent,
 * and the ledger with the money that the providers took. The seed decides the rounds, the purchases, the
 * faults of each request, and the requests at which the server is killed. It does not decide the order of
 * requests.
 */
export async function runChaos(
  { store, size, seed, victim = 'process' }: Run,
  stopped: AbortSignal,
): Promise<Outcome> {
  const { results, purchases, kills, limitMs } = size;
  const startedAt = performance.now();
  const failed = new AbortController();
  const signal = AbortSignal.any([stopped, failed.signal, AbortSignal.timeout(limitMs)]);
  const killsByPurchases = Math.floor(purchases / PURCHASES_PER_KILL);
  const plans = {
    results: new KillPlan(
      { ending: ' result', seed: `${seed} kills` },
      { requests: results, kills },
    ),
    purchases: new KillPlan(
      { ending: CHARGE, seed: `${seed} kills by purchases` },
      { requests: purchases, kills: killsByPurchases },
    ),
  };
  const relay = await ChaosRelay.start({
    faultOf: (request, sending) => faultOf(seed, request, sending),
    onForward: (request) => {
      const kill = plans.results.count(request) ?? plans.purchases.count(request);
      if (kill) server.kill(kill).catch((error) => failed.abort(error));
    },
  });
  const server = new ChaosServer(store, relay, victim);
  try {
    await endFirstPlans(store, countBuyers(purchases));
    await server.start();
    const load = new ChaosLoad(size, seed, { url: relay.url, signal });
    await load.play();
    if (!signal.aborted) await relay.settled();
    const brokenOff = signal.aborted ? String(signal.reason) : null;
    stopped.throwIfAborted();
    await server.stop();
    return {
      ...(await load.reckon(store)),
      repeated: plans.results.repeated,
      kills: server.kills,
      plannedKills: kills + killsByPurchases,
      faults: relay.faults,
      serverErrors: relay.serverErrors,
      tookMs: performance.now() - startedAt,
      brokenOff,
      lastWords: server.lastWords,
    };
  } finally {
    await server.stop();
    await relay.stop();
  }
}

/** The amount of play and purchases. */
type Load = {
  clients: number;
  results: number;
  purchases: number;
  /** The number of players of Millionaire Rush. */
  runners: number;
  /** How many of them play at once. If this is missing, all of them do. */
  runnersAtOnce?: number;
};

/** The results and purchases that were sent, and how the books differ from them. */
type Reckoning = {
  sent: number;
  delivered: number;
  purchases: { sent: number; declined: number; reconciled: number };
  tickets: number;
  differences: Differences;
  money: MoneyDifferences;
  rush: RushDifferences;
  breaches: string[];
};

/** How many clients play for each player who buys at the same time. */
const CLIENTS_PER_BUYER = 10;

/** Players who send results, buy, and play Millionaire Rush, all at once. */
export class ChaosLoad {
  readonly #load: Load;
  readonly #clients: readonly ChaosClient[];
  readonly #shop: ChaosShop;
  readonly #rush: ChaosRush;

  constructor(load: Load, seed: number, line: Pick<Line, 'url' | 'signal'>) {
    this.#load = load;
    this.#shop = new ChaosShop(load.purchases, seed, line);
    this.#rush = new ChaosRush(load.runners, seed, line);
    this.#clients = Array.from(
      { length: load.clients },
      (_, index) => new ChaosClient(index + 1, seed, line),
    );
  }

  /** Plays the whole load. Begins nothing more once `isOver` gives `true`. */
  async play(isOver = () => false): Promise<void> {
    const { clients, results, runners, runnersAtOnce = runners } = this.#load;
    await Promise.all([
      ...this.#clients.map((client) => client.send(results / clients, isOver)),
      this.#shop.buy(Math.ceil(clients / CLIENTS_PER_BUYER), isOver),
      this.#rush.play(runnersAtOnce, isOver),
    ]);
  }

  /** The results that were sent so far. */
  get submitted(): Submitted[] {
    return this.#clients.flatMap(({ submitted }) => submitted);
  }

  /** The purchases so far, including tickets. */
  get bought(): SentPurchase[] {
    return [...this.#shop.sent, ...this.#rush.sent];
  }

  /** Answers that the contract rules out. */
  get breaches(): string[] {
    return [...this.#clients, this.#shop, this.#rush].flatMap(({ breaches }) => breaches);
  }

  /** Compares a database's contents with what was sent. The servers must have ended. */
  async reckon(store: Pick<Store, 'databaseUrl' | 'dataDir'>): Promise<Reckoning> {
    const { submitted, breaches } = this;
    const { tickets, runs } = this.#rush;
    const plansAndPacks = this.#shop.sent;
    const { db, close } = await openDatabase(store);
    try {
      const reconciled = plansAndPacks.length > 0 ? await settlePayments(db) : 0;
      return {
        sent: submitted.length,
        delivered: submitted.filter(({ isDelivered }) => isDelivered).length,
        purchases: {
          sent: plansAndPacks.length,
          declined: plansAndPacks.filter(({ isDeclined }) => isDeclined).length,
          reconciled,
        },
        tickets: tickets.length,
        differences: compareBooks(submitted, await readBooks(db), coinsBought(plansAndPacks)),
        money: compareMoney(this.bought, await readMoney(db)),
        rush: compareRush(tickets, runs, await readRush(db)),
        breaches,
      };
    } finally {
      await close();
    }
  }
}

const MINUTE_MS = 60_000;
/** How many minutes after a crash every payment must be credited. */
const MINUTES = 5;
const LOOPBACK = '127.0.0.1';

/** Ends the buyers' free first plans at the sandbox, so that their airtime is charged for a plan. */
export async function endFirstPlans(
  store: Pick<Store, 'dataDir' | 'databaseUrl'>,
  buyers: number,
): Promise<void> {
  if (buyers === 0) return;
  const { db, close } = await openDatabase(store);
  const endsAt = Date.now() - DAY_MS;
  const plans = Array.from({ length: buyers }, (_, index) => {
    const phone = to234Form(phoneOf(index + 1));
    const times = { starts_at: new Date(endsAt - 7 * DAY_MS), ends_at: new Date(endsAt) };
    return { reference: `SBX-FIRST-${phone}`, phone, plan: 'weekly' as const, ...times };
  });
  try {
    await db.insertInto('sandbox_airtime_plans').values(plans).execute();
  } finally {
    await close();
  }
}

/**
 * Does what a server's reconciler does in the first five minutes after a run, with a clock that is set
 * forward. Gives the number of payments that were credited only by this.
 */
async function settlePayments(db: Db): Promise<number> {
  let minutes = 0;
  const now = () => Date.now() + minutes * MINUTE_MS;
  const config = readConfig({ LOG_LEVEL: 'error', HOST: LOOPBACK });
  const bank = loadBank();
  const ranking = await openRanking(null, db, { warn: () => {} });
  const foundations = { config, db, ranking, bank, now };
  const folders = { app: '/nonexistent', images: [] };
  const app = await buildApp({ ...foundations, folders, providerFetch: fetch });
  try {
    await app.listen({ port: 0, host: LOOPBACK });
    const providers = openProviders(config, fetch, () => ownAddress(app));
    const services = await openServices(foundations, providers);
    const before = await countPaid(db);
    while (minutes < MINUTES) {
      minutes += 1;
      await reconcile(services, app.log);
    }
    return (await countPaid(db)) - before;
  } finally {
    await app.close();
    await ranking.close();
  }
}

async function countPaid(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('payments')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('state', '=', 'paid')
    .executeTakeFirstOrThrow();
  return Number(count);
}

const BREACHES_SHOWN = 5;

/** Gives the figures of a run with kills. */
export function figuresOfOutcome(outcome: Outcome): Figure[] {
  return [
    atLeastOne('results repeated', outcome.repeated),
    ...figuresOfReckoning(outcome),
    exactly('replies of 500', outcome.serverErrors, 0),
    atLeast('kills', outcome.kills, outcome.plannedKills),
    { name: 'time', value: `${(outcome.tookMs / 1000).toFixed(1)} s`, limit: '–', passed: true },
  ];
}

/** Prints why a run has failed. */
export function explain({ breaches, serverErrors, brokenOff, lastWords }: Outcome): void {
  for (const breach of breaches.slice(0, BREACHES_SHOWN)) console.log(breach);
  if (brokenOff !== null) console.log(`Broken off: ${brokenOff}`);
  if (serverErrors > 0 || brokenOff !== null) console.log(lastWords);
}

/** Gives figures that show whether each result, purchase and ticket counts once and correctly. */
export function figuresOfReckoning({ differences, breaches, ...counted }: Reckoning): Figure[] {
  return [
    exactly('results delivered', counted.delivered, counted.sent),
    exactly('results lost', differences.lost, 0),
    exactly('results doubled', differences.doubled, 0),
    exactly('results counted otherwise', differences.wrongResults, 0),
    exactly('players with other coins or points', differences.wrongPlayers, 0),
    exactly('rows of the weekly board that differ', differences.wrongBoardRows, 0),
    exactly('scores that the ledger does not give', differences.wrongScores, 0),
    exactly('coins still held', differences.heldCoins, 0),
    exactly('movements out of balance', differences.unbalanced, 0),
    exactly('plays without a round, or the other way', differences.wrongPlays, 0),
    ...(counted.purchases.sent > 0 ? figuresOfMoney(counted) : []),
    ...figuresOfRush(counted),
    exactly('answers against the contract', breaches.length, 0),
  ];
}

type Counted = Omit<Reckoning, 'differences' | 'breaches'>;

function figuresOfMoney({ money, purchases, tickets }: Counted): Figure[] {
  return [
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

/**
 * Gives the figures of tickets. Each paid ticket waits or was counted once, even if it was given back before.
 */
function figuresOfRush({ rush, tickets }: Counted): Figure[] {
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

export function exactly(name: string, count: number, expected: number): Figure {
  return { name, value: `${count}`, limit: `${expected}`, passed: count === expected };
}

export function atLeast(name: string, count: number, least: number): Figure {
  return { name, value: `${count}`, limit: `≥ ${least}`, passed: count >= least };
}

/** Makes a figure that must not be 0, because the run would then have shown nothing. */
export function atLeastOne(name: string, count: number): Figure {
  return atLeast(name, count, 1);
}
