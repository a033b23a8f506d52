import { seededNumbers } from '../../../question-bank/reader/seeded-numbers.ts';
import { ChaosBuyer } from './buyer.ts';
import { keepBreach, type Line } from './call.ts';
import { seedFrom } from './faults.ts';
import type { SentPurchase } from './money.ts';
import { PURCHASES_OF_A_BUYER, purchasesOf } from './purchase.ts';

type Own = Pick<Line, 'url' | 'signal'>;

/** How many buyers so many purchases need. */
export function countBuyers(purchases: number): number {
  return Math.ceil(purchases / PURCHASES_OF_A_BUYER);
}

/** Players who make so many purchases together, some at a time, the others after them. */
export class ChaosShop {
  /** Answers that the contract rules out. */
  readonly breaches: string[] = [];
  readonly #came: ChaosBuyer[] = [];
  readonly #buyers: Iterator<ChaosBuyer>;
  readonly #signal: AbortSignal;

  constructor(purchases: number, seed: number, line: Own) {
    this.#signal = line.signal;
    this.#buyers = makeBuyers(purchases, seed, line);
  }

  async buy(atATime: number, isOver = () => false): Promise<void> {
    await Promise.all(Array.from({ length: atATime }, () => this.#serve(isOver)));
  }

  /** What was bought so far. */
  get sent(): SentPurchase[] {
    return this.#came.flatMap(({ id: playerId, purchases }) =>
      purchases.map((purchase) => ({ ...purchase, playerId })),
    );
  }

  async #serve(isOver: () => boolean): Promise<void> {
    while (!isOver() && !this.#signal.aborted) {
      const next = this.#buyers.next();
      if (next.done) return;
      this.#came.push(next.value);
      await keepBreach(this.breaches, this.#signal, () => next.value.buyAll());
    }
  }
}

function* makeBuyers(purchases: number, seed: number, line: Own): Generator<ChaosBuyer, void> {
  for (let made = 0, number = 1; made < purchases; made += PURCHASES_OF_A_BUYER, number += 1) {
    const next = seededNumbers(seedFrom(`${seed} buyer ${number}`));
    const count = Math.min(PURCHASES_OF_A_BUYER, purchases - made);
    yield new ChaosBuyer(number, purchasesOf(number, count, next), { ...line, next });
  }
}
