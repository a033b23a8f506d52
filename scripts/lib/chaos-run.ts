import { openDatabase } from '../../server/database/connection.ts';
import { compareBooks, type Differences, readBooks } from './chaos-books.ts';
import { CHARGE } from './chaos-buyer.ts';
import { ChaosClient } from './chaos-client.ts';
import { type FaultKind, faultOf } from './chaos-faults.ts';
import { KillPlan } from './chaos-kills.ts';
import { coinsBought, compareMoney, type MoneyDifferences, readMoney } from './chaos-money.ts';
import { ChaosRelay } from './chaos-relay.ts';
import { ChaosRush, compareRush, type RushDifferences, readRush } from './chaos-rush.ts';
import { ChaosServer } from './chaos-server.ts';
import { endFirstPlans, settlePayments } from './chaos-settle.ts';
import { ChaosShop, countBuyers } from './chaos-shop.ts';
import type { Store } from './chaos-store.ts';

/** How much chaos there is. */
export type Size = {
  clients: number;
  results: number;
  purchases: number;
  /** Players of Millionaire Rush. */
  runners: number;
  /** By results; purchases bring their own. */
  kills: number;
  limitMs: number;
};

/** What came of a run. */
export type Outcome = {
  sent: number;
  delivered: number;
  /** Copies of results that reached the server beyond the first of each. */
  repeated: number;
  purchases: { sent: number; declined: number; reconciled: number };
  kills: number;
  /** How many kills there were to be. */
  plannedKills: number;
  faults: Record<FaultKind, number>;
  differences: Differences;
  money: MoneyDifferences;
  rush: RushDifferences;
  tickets: number;
  breaches: string[];
  serverErrors: number;
  tookMs: number;
  /** Why not everything was sent, if so. */
  brokenOff: string | null;
  /** What the server said last of failures. */
  lastWords: string;
};

/** So many play while one buys. */
const CLIENTS_PER_BUYER = 10;
const PURCHASES_PER_KILL = 200;

/**
 * Clients send results and buy through a bad line to a server that is killed again and again; then
 * the ledger and the boards are compared with what they sent, and the ledger with what the providers
 * took. The seed decides the rounds and purchases, the faults of each request and by which of them
 * the server dies, not how the requests interleave.
 */
export async function runChaos(
  store: Store,
  { clients: count, results, purchases, runners, kills, limitMs }: Size,
  seed: number,
  stopped: AbortSignal,
): Promise<Outcome> {
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
  const { dataDir, databaseUrl } = store;
  const env = { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
  const server = new ChaosServer(env, relay);
  try {
    await endFirstPlans(store, countBuyers(purchases));
    await server.start();
    const line = { url: relay.url, signal };
    const shop = new ChaosShop(purchases, seed, line);
    const rush = new ChaosRush(runners, seed, line);
    const clients = Array.from(
      { length: count },
      (_, index) => new ChaosClient(index + 1, seed, line),
    );
    await Promise.all([
      ...clients.map((client) => client.send(results / count)),
      shop.buy(Math.ceil(count / CLIENTS_PER_BUYER)),
      rush.play(),
    ]);
    if (!signal.aborted) await relay.settled();
    const brokenOff = signal.aborted ? String(signal.reason) : null;
    stopped.throwIfAborted();
    await server.stop();
    const submitted = clients.flatMap((client) => client.submitted);
    const bought = shop.sent;
    const { reconciled, ...differences } = await differencesIn(store, submitted, bought, rush);
    return {
      sent: submitted.length,
      delivered: submitted.filter(({ isDelivered }) => isDelivered).length,
      repeated: plans.results.repeated,
      purchases: {
        sent: bought.length,
        declined: bought.filter(({ isDeclined }) => isDeclined).length,
        reconciled,
      },
      kills: server.kills,
      plannedKills: kills + killsByPurchases,
      faults: relay.faults,
      ...differences,
      breaches: [
        ...clients.flatMap((client) => client.breaches),
        ...shop.breaches,
        ...rush.breaches,
      ],
      tickets: rush.tickets.length,
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

async function differencesIn(
  store: Store,
  submitted: Parameters<typeof compareBooks>[0],
  bought: Parameters<typeof compareMoney>[0],
  { tickets, runs, sent }: ChaosRush,
) {
  const { db, close } = await openDatabase(store);
  try {
    const reconciled = bought.length > 0 ? await settlePayments(db) : 0;
    const money = compareMoney([...bought, ...sent], await readMoney(db));
    const rush = compareRush(tickets, runs, await readRush(db));
    const differences = compareBooks(submitted, await readBooks(db), coinsBought(bought));
    return { reconciled, money, rush, differences };
  } finally {
    await close();
  }
}
