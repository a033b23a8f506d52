import { randomUUID } from 'node:crypto';
import { shuffle } from '../../../question-bank/reader/shuffle.ts';
import {
  DEFAULT_PRICES,
  PLANS,
  type Product,
  quoteOf,
  type Way,
} from '../../../src/rules/money.ts';
import { to234Form } from '../../../src/rules/phone.ts';
import { digits } from './sign-up.ts';

/** Each player buys a plan, then so many packs of coins, all at once. */
const PACKS = 3;
export const PURCHASES_OF_A_BUYER = 1 + PACKS;

/** What an even number and an odd one stand for; the sandbox's service fails the third. */
const PAYING_ENDINGS = ['44', '55'] as const;
export const FAILING_ENDING = '95';

const AIRTIME_SHARE = 0.6;
const DECLINED_SHARE = 0.1;
const ASKING_SHARE = 0.5;
const REPORTING_SHARE = 0.3;

/** Something that a player buys, and how. */
export type Purchase = {
  /** What its provider and the ledger know it by: `airtimeId` or its reference. */
  id: string;
  buyer: number;
  number: number;
  way: Way;
  product: Product;
  coins: number;
  /** Without the charges of mobile money. */
  kobo: number;
  /** Whether its provider takes no money for it. */
  isDeclined: boolean;
  /** Whether the player's phone asks what became of it; else a report or the reconciler brings it. */
  isAskedAbout: boolean;
  /** Whether its provider reports it more than once. */
  isReported: boolean;
  /** Who pays by mobile money. */
  msisdn: string;
};

/** The number of a buyer, counted from 1, as it is typed. */
export function phoneOf(buyer: number): string {
  return `0806${digits(buyer, 5)}55`;
}

/** The one plan of a number that is charged to its airtime. */
export function airtimeId(storedPhone: string): string {
  return `airtime ${storedPhone}`;
}

/** What a buyer buys: the plan first, then packs. */
export function purchasesOf(buyer: number, count: number, next: () => number): Purchase[] {
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
    id:
      way === 'airtime'
        ? airtimeId(to234Form(phoneOf(buyer)))
        : `FOM-${randomUUID().replaceAll('-', '').slice(0, 18)}`,
    coins: quote.coins,
    kobo: quote.kobo + quote.feeKobo,
    isDeclined,
    isAskedAbout: next() < ASKING_SHARE,
    isReported: next() < REPORTING_SHARE,
    msisdn: `0807${digits(buyer, 4)}${number}${isDeclined ? FAILING_ENDING : paying}`,
  };
}
