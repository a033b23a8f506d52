import { openDatabase } from '../../../server/database/connection.ts';
import { compareBooks, type Differences, readBooks } from './books.ts';
import type { Line } from './call.ts';
import { ChaosClient, type Submitted } from './client.ts';
import {
  coinsBought,
  compareMoney,
  type MoneyDifferences,
  readMoney,
  type SentPurchase,
} from './money.ts';
import { ChaosRush, compareRush, type RushDifferences, readRush } from './rush.ts';
import { settlePayments } from './settle.ts';
import { ChaosShop } from './shop.ts';
import type { Store } from './store.ts';

/** How much is played and bought. */
export type Load = {
  clients: number;
  results: number;
  purchases: number;
  /** Players of Millionaire Rush. */
  runners: number;
  /** How many of them play at once; without it all do. */
  runnersAtOnce?: number;
};

/** What was sent, and how the books differ from it. */
export type Reckoning = {
  sent: number;
  delivered: number;
  purchases: { sent: number; declined: number; reconciled: number };
  tickets: number;
  differences: Differences;
  money: MoneyDifferences;
  rush: RushDifferences;
  breaches: string[];
};

/** So many play while one buys. */
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

  /** Plays all of it, or until nothing more is to be begun. */
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

  /** What was bought so far, tickets too. */
  get bought(): SentPurchase[] {
    return [...this.#shop.sent, ...this.#rush.sent];
  }

  /** Answers that the contract rules out. */
  get breaches(): string[] {
    return [...this.#clients, this.#shop, this.#rush].flatMap(({ breaches }) => breaches);
  }

  /** Compares what a database holds with what was sent, once its servers are gone. */
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
