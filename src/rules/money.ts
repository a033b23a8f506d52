import { formatNumber } from './numbers.ts';

export const KOBO_PER_NAIRA = 100;

/** The card provider's fee in thousandths of the amount: 1.5 % (payments.md#card-fee). */
export const CARD_FEE_PER_MILLE = 15;

/** Coins included in each paid period (subscription.md#plans-and-prices). */
export const SUBSCRIPTION_COINS = 1000;

export const PLANS = ['daily', 'weekly'] as const;

export type Plan = (typeof PLANS)[number];

export const PLAN_NAMES: Readonly<Record<Plan, string>> = { daily: 'Daily', weekly: 'Weekly' };

export const PLAN_DAYS: Readonly<Record<Plan, number>> = { daily: 1, weekly: 7 };

/** The ways to pay. */
export const WAYS = ['airtime', 'card', 'mobile-money'] as const;

export type Way = (typeof WAYS)[number];

export const WAY_NAMES: Readonly<Record<Way, string>> = {
  airtime: 'Airtime',
  card: 'Card',
  'mobile-money': 'Mobile money',
};

/** The ways to pay that can renew a plan automatically (subscription.md#renewal). */
export const RENEWABLE_WAYS = ['airtime', 'card'] as const satisfies readonly Way[];

export type RenewableWay = (typeof RENEWABLE_WAYS)[number];

/** A pack of coins and its price in naira. */
export type Pack = { naira: number; coins: number };

/** The prices of a deployment, in naira, by way to pay. */
export type Prices = {
  plans: Readonly<Record<Way, Readonly<Record<Plan, number>>>>;
  packs: Readonly<Record<Exclude<Way, 'airtime'>, readonly Pack[]>>;
  /** The price of a ticket of Millionaire Rush, by card or mobile money. */
  rushTicket: number;
};

/**
 * The prices that hold unless the operator sets others (subscription.md#plans-and-prices,
 * payments.md#coin-packs).
 */
export const DEFAULT_PRICES = {
  plans: {
    airtime: { daily: 50, weekly: 100 },
    card: { daily: 50, weekly: 100 },
    'mobile-money': { daily: 100, weekly: 200 },
  },
  packs: {
    card: [
      { naira: 100, coins: 750 },
      { naira: 500, coins: 3500 },
      { naira: 1000, coins: 7000 },
    ],
    'mobile-money': [
      { naira: 100, coins: 750 },
      { naira: 200, coins: 1500 },
    ],
  },
  rushTicket: 200,
} as const satisfies Prices;

/** The mobile-money platforms, each with its smallest payment in naira. */
export const MOBILE_MONEY_MIN_NAIRA = { SmartCash: 100, MoMo: 50 } as const;

export type Platform = keyof typeof MOBILE_MONEY_MIN_NAIRA;

/** The name of a Millionaire Rush ticket in calls. */
export const RUSH_TICKET = 'rush-ticket';

/** A product as calls name it: a plan, a pack by its price in naira, or a ticket. */
export type Product = `plan-${Plan}` | `coins-${number}` | typeof RUSH_TICKET;

/** The plan that is the product; `null` for a pack of coins or a ticket. */
export function planOf(product: Product): Plan | null {
  return PLANS.find((plan) => product === `plan-${plan}`) ?? null;
}

/**
 * The coins that a product brings, and its price for one way to pay. Coins are whole, and money is
 * in kobo.
 */
export type Quote = {
  product: Product;
  plan: Plan | null;
  coins: number;
  kobo: number;
  feeKobo: number;
};

/**
 * The quote of a product for a way to pay; `null` if the product is not on offer that way. Fees of
 * mobile money are not included, because their service states them (payments.md#mobile-money).
 */
export function quoteOf(prices: Prices, way: Way, product: Product): Quote | null {
  const plan = planOf(product);
  const bought = plan
    ? { naira: prices.plans[way][plan], coins: SUBSCRIPTION_COINS }
    : way !== 'airtime' && withoutPlan(prices, way, product);
  if (!bought) return null;
  const { naira, coins } = bought;
  const kobo = nairaToKobo(naira);
  return { product, plan, coins, kobo, feeKobo: way === 'card' ? cardFeeKobo(kobo) : 0 };
}

/** The price and the coins of a pack or a ticket. A ticket brings no coins. */
function withoutPlan(prices: Prices, way: Exclude<Way, 'airtime'>, product: Product) {
  if (product === RUSH_TICKET) return { naira: prices.rushTicket, coins: 0 };
  return prices.packs[way].find(({ naira }) => product === `coins-${naira}`);
}

/**
 * The name of a product in lists, such as 'Weekly subscription', '750 coins' or 'Millionaire Rush
 * ticket'.
 */
export function productName(product: Product, coins: number): string {
  if (product === RUSH_TICKET) return 'Millionaire Rush ticket';
  const plan = planOf(product);
  return plan ? `${PLAN_NAMES[plan]} subscription` : `${formatNumber(coins)} coins`;
}

/** Converts whole naira to whole kobo. */
export function nairaToKobo(naira: number): number {
  return Math.round(naira * KOBO_PER_NAIRA);
}

/** The card fee on an amount, both in kobo, rounded half up (payments.md#card-fee). */
export function cardFeeKobo(amountKobo: number): number {
  return Math.floor((amountKobo * CARD_FEE_PER_MILLE + 500) / 1000);
}

/** An amount in kobo as players read it: `₦101.50`, or `₦100` if no kobo remain. */
export function formatKobo(kobo: number): string {
  const naira = formatNaira(Math.trunc(kobo / KOBO_PER_NAIRA));
  const rest = kobo % KOBO_PER_NAIRA;
  return rest === 0 ? naira : `${naira}.${String(rest).padStart(2, '0')}`;
}

/** An amount in whole naira as players read it: `₦1,000` (errors.md#number-display). */
export function formatNaira(naira: number): string {
  return `₦${formatNumber(naira)}`;
}
