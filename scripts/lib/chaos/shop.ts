import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { seededNumbers } from '../../../question-bank/reader/seeded-numbers.ts';
import { shuffle } from '../../../question-bank/reader/shuffle.ts';
import { hmacSha512 } from '../../../server/crypto/hash.ts';
import { SANDBOX_CARD } from '../../../server/providers/open-providers.ts';
import { getCardVerify } from '../../../src/contract/endpoints/payments.ts';
import {
  getDailyVerify,
  getSubscribe,
  getWeeklyVerify,
} from '../../../src/contract/endpoints/subscriptions.ts';
import { postCardWebhook, postFundWallet } from '../../../src/contract/endpoints/webhooks.ts';
import {
  getCharges,
  getCollection,
  getWallet,
  postCollection,
} from '../../../src/contract/mobile-money.ts';
import {
  DEFAULT_PRICES,
  KOBO_PER_NAIRA,
  PLANS,
  type Product,
  quoteOf,
  type Way,
} from '../../../src/rules/money.ts';
import { to234Form } from '../../../src/rules/phone.ts';
import { type Api, Breach, yesOf } from '../player/call.ts';
import {
  bearer,
  cardChoiceCall,
  chargeOf,
  expectedCall,
  makeAccount,
  newReference,
  Player,
} from '../player/player.ts';
import type { SentPurchase } from './books.ts';
import { digits, keepBreach, type Line, overLine } from './client.ts';
import { seedFrom } from './faults.ts';

/** If a request's name ends like this, a provider takes money by it. */
export const CHARGE = ' charge';

const POLLED_EVERY_MS = 350;

/** A player who buys. */
class ChaosBuyer {
  readonly purchases: readonly Purchase[];
  readonly #name: string;
  readonly #phone: string;
  readonly #line: Line;
  readonly #api: Api;
  #player: Player | null = null;

  constructor(number: number, purchases: readonly Purchase[], line: Line) {
    this.#name = `buyer ${number}`;
    this.#phone = phoneOf(number);
    this.purchases = purchases;
    this.#line = line;
    this.#api = overLine(line);
  }

  /** The player's id, or `null` until they have signed up. */
  get id(): number | null {
    return this.#player?.id ?? null;
  }

  /** Throws Breach for an answer that the contract rules out, and the error that aborts the connection. */
  async buyAll(): Promise<void> {
    const [plan, ...packs] = this.purchases;
    const isEarly = plan?.way === 'airtime' && this.#line.next() < 0.5;
    if (isEarly) await this.#subscribe(plan);
    const account = await makeAccount(this.#api, { phone: this.#phone }, this.#name);
    const player = new Player(this.#api, account, this.#name);
    this.#player = player;
    if (plan && !isEarly) await this.#buy(player, plan);
    await Promise.all(packs.map((pack) => this.#buy(player, pack)));
    if (plan?.way === 'airtime' && plan.isAskedAbout) await this.#verifyPlan(player, plan);
  }

  #buy(player: Player, purchase: Purchase): Promise<void> {
    switch (purchase.way) {
      case 'airtime':
        return this.#subscribe(purchase);
      case 'card':
        return this.#payByCard(player, purchase);
      case 'mobile-money':
        return this.#payByMobileMoney(player, purchase);
    }
  }

  /** Subscribes by airtime. The call needs only the number, and has a token once the player has signed up. */
  async #subscribe(purchase: Purchase): Promise<void> {
    const call = {
      name: `${this.#name} ${nameOf(purchase)}${CHARGE}`,
      endpoint: getSubscribe,
      params: { phone: this.#phone },
      query: { plan: purchase.product === 'plan-daily' ? 'daily' : 'weekly' },
      key: randomUUID(),
      ...(this.#player && { credential: bearer(this.#player.token) }),
    };
    const answer = await this.#api(call);
    // If the call was repeated, another copy of it may have been answered first.
    if (answer.body.code !== 'subscription/active') yesOf(call, answer);
  }

  /** Asks for the plan that was just paid for, so that its period is reported once more. */
  async #verifyPlan(player: Player, purchase: Purchase): Promise<void> {
    await player.ask({
      name: `${nameOf(purchase)} verify`,
      endpoint: purchase.product === 'plan-daily' ? getDailyVerify : getWeeklyVerify,
      params: { phone: this.#phone },
    });
  }

  async #payByCard(player: Player, purchase: Purchase): Promise<void> {
    const { id: reference, product, isDeclined, isAskedAbout } = purchase;
    const name = nameOf(purchase);
    const expected = { ...expectedCall(product, reference), name: `${name} expected` };
    const charge = chargeOf(player.id, (await player.ask(expected)).data.totalKobo);
    const choice = {
      ...cardChoiceCall(reference, charge, isDeclined ? 'decline' : 'pay'),
      name: `${name}${CHARGE}`,
    };
    const chosen = await player.call(choice);
    // If the call is repeated, the provider refuses it with 400, because it has taken the payment already.
    if (chosen.status !== 400) yesOf(choice, chosen);
    if (purchase.isReported && !isDeclined) {
      const body = { event: 'charge.success', data: { reference, status: 'success', ...charge } };
      const payload = Buffer.from(JSON.stringify(body));
      const signature = hmacSha512(SANDBOX_CARD.secretKey, payload);
      const headers = { 'x-paystack-signature': signature };
      await player.ask({ name: `${name} report`, endpoint: postCardWebhook, body, headers });
    }
    if (!isAskedAbout) return;
    const verify = { name: `${name} verify`, endpoint: getCardVerify, params: { reference } };
    const answer = await player.call(verify);
    if (!isDeclined) yesOf(verify, answer);
    else if (answer.body.code !== 'payment/failed') throw new Breach(`${name}: paid, yet declined`);
  }

  async #payByMobileMoney(player: Player, purchase: Purchase): Promise<void> {
    const { id: reference, product, msisdn, kobo, isAskedAbout, isReported } = purchase;
    const name = nameOf(purchase);
    const amount = kobo / KOBO_PER_NAIRA;
    const { data: wallet } = await player.ask({
      name: `${name} wallet`,
      endpoint: getWallet,
      query: { msisdn },
    });
    const { data: charges } = await player.ask({
      name: `${name} charges`,
      endpoint: getCharges,
      query: { msisdn, amount: String(amount) },
    });
    const totalAmount = amount + charges.operatorCharge + charges.serviceCharge;
    const { accountId, firstName } = wallet;
    const order = { name: firstName ?? '', msisdn, amount, accountId, totalAmount, ...charges };
    await player.ask({
      name: `${name}${CHARGE}`,
      endpoint: postCollection,
      key: randomUUID(),
      body: { ...order, product, reference },
    });
    if (isReported) {
      await player.ask({ name: `${name} hint`, endpoint: postFundWallet, body: { reference } });
    }
    if (isAskedAbout) await this.#poll(player, purchase);
  }

  async #poll(player: Player, purchase: Purchase): Promise<void> {
    const name = `${nameOf(purchase)} status`;
    const ended = purchase.isDeclined ? 'failed' : 'success';
    const asking = { name, endpoint: getCollection, params: { reference: purchase.id } };
    for (;;) {
      const { status } = (await player.ask(asking)).data;
      if (status === ended) return;
      if (status !== 'pending') throw new Breach(`${name}: ${status} in place of ${ended}`);
      await wait(POLLED_EVERY_MS, undefined, { signal: this.#line.signal });
    }
  }
}

function nameOf({ number }: Purchase): string {
  return `purchase ${number}`;
}

/** How many packs of coins each player buys after a plan, all at once. */
const PACKS = 3;
const PURCHASES_OF_A_BUYER = 1 + PACKS;

/** The last digits of wallets that pay, for each platform. The sandbox fails payments of `FAILING_ENDING`. */
const PAYING_ENDINGS = ['44', '55'] as const;
export const FAILING_ENDING = '95';

const AIRTIME_SHARE = 0.6;
const DECLINED_SHARE = 0.1;
const ASKING_SHARE = 0.5;
const REPORTING_SHARE = 0.3;

/** The goods of a player's purchase, and the way of paying. */
export type Purchase = {
  /** The name of the purchase at the provider and in the ledger: `airtimeId` or its reference. */
  id: string;
  buyer: number;
  number: number;
  way: Way;
  product: Product;
  coins: number;
  /** The price, without the charges of mobile money. */
  kobo: number;
  /** Whether the provider declines the payment. */
  isDeclined: boolean;
  /**
   * Whether the phone asks how the payment ended. Otherwise the server learns it from a report or by itself.
   */
  isAskedAbout: boolean;
  /** Whether the payment is reported once more. */
  isReported: boolean;
  /** The number of the wallet that pays. */
  msisdn: string;
};

/** The phone number of a buyer as it is typed. Buyers are counted from 1. */
export function phoneOf(buyer: number): string {
  return `0806${digits(buyer, 5)}55`;
}

/** The id of a purchase by airtime. Each number buys only a single plan by airtime. */
export function airtimeId(storedPhone: string): string {
  return `airtime ${storedPhone}`;
}

/** Plans a buyer's purchases: first the plan, then the packs. */
function purchasesOf(buyer: number, count: number, next: () => number): Purchase[] {
  const packWays = shuffle(['card', 'mobile-money'] as const, next);
  return Array.from({ length: count }, (_, index) => {
    if (index > 0) {
      const way = packWays[index % packWays.length] ?? 'card';
      return plannedPurchase({ buyer, number: index, way, product: packOf(way, next) }, next);
    }
    const draw = next();
    const other = draw < (1 + AIRTIME_SHARE) / 2 ? 'card' : 'mobile-money';
    const way = draw < AIRTIME_SHARE ? 'airtime' : other;
    const plan = PLANS[Math.floor(next() * PLANS.length)] ?? 'weekly';
    return plannedPurchase({ buyer, number: index, way, product: `plan-${plan}` }, next);
  });
}

function packOf(way: 'card' | 'mobile-money', next: () => number): Product {
  const packs = DEFAULT_PRICES.packs[way];
  return `coins-${packs[Math.floor(next() * packs.length)]?.naira ?? 100}`;
}

type Order = Pick<Purchase, 'buyer' | 'number' | 'way' | 'product'>;

function plannedPurchase(order: Order, next: () => number): Purchase {
  const { buyer, number, way, product } = order;
  const quote = quoteOf(DEFAULT_PRICES, way, product);
  if (quote === null) throw new Error(`${product} is not on offer`);
  const isDeclined = way !== 'airtime' && next() < DECLINED_SHARE;
  const paying = PAYING_ENDINGS[Math.floor(next() * PAYING_ENDINGS.length)];
  return {
    ...order,
    id: way === 'airtime' ? airtimeId(to234Form(phoneOf(buyer))) : newReference(),
    coins: quote.coins,
    kobo: quote.kobo + quote.feeKobo,
    isDeclined,
    isAskedAbout: next() < ASKING_SHARE,
    isReported: next() < REPORTING_SHARE,
    msisdn: `0807${digits(buyer, 4)}${number}${isDeclined ? FAILING_ENDING : paying}`,
  };
}

type Own = Pick<Line, 'url' | 'signal'>;

/** How many buyers make `purchases` purchases. */
export function countBuyers(purchases: number): number {
  return Math.ceil(purchases / PURCHASES_OF_A_BUYER);
}

/** The players who make all purchases together. Only some of them buy at the same time. */
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

  /** The purchases so far. */
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
