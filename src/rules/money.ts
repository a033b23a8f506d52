import { formatNumber } from './numbers.ts';

/** Kobo in one naira. */
export const KOBO_PER_NAIRA = 100;

/** The card provider's fee in thousandths of the amount: 1.5 % (accounts §9). */
export const CARD_FEE_PER_MILLE = 15;

/** Coins that come with each paid period (accounts §9). */
export const SUBSCRIPTION_COINS = 1000;

/** The two plans, the shorter first. */
export const PLANS = ['daily', 'weekly'] as const;

/** One of the two plans. */
export type Plan = (typeof PLANS)[number];

/** The plans as players read them. */
export const PLAN_NAMES: Readonly<Record<Plan, string>> = { daily: 'Daily', weekly: 'Weekly' };

/** How long a plan lasts, in days. */
export const PLAN_DAYS: Readonly<Record<Plan, number>> = { daily: 1, weekly: 7 };

/** Plan prices in naira, by how they are paid (decision 8). */
export const PLAN_PRICE_NAIRA = {
  airtime: { daily: 50, weekly: 100 },
  card: { daily: 50, weekly: 100 },
  mobileMoney: { daily: 100, weekly: 200 },
} as const;

/** Coin packs: price in naira to coins (decision 9). */
export const COIN_PACKS = {
  card: [
    { naira: 100, coins: 750 },
    { naira: 500, coins: 3500 },
    { naira: 1000, coins: 7000 },
  ],
  mobileMoney: [
    { naira: 100, coins: 750 },
    { naira: 200, coins: 1500 },
  ],
} as const;

/** The least that can be paid by mobile money, in naira (accounts §5). */
export const MOBILE_MONEY_MIN_NAIRA = { smartCash: 100, momo: 50 } as const;

/** Naira (whole) to kobo (whole). */
export function nairaToKobo(naira: number): number {
  return Math.round(naira * KOBO_PER_NAIRA);
}

/** The card fee on an amount, both in kobo, rounded half up (decision 10). */
export function cardFeeKobo(amountKobo: number): number {
  return Math.floor((amountKobo * CARD_FEE_PER_MILLE + 500) / 1000);
}

/** An amount in whole naira as players read it: `₦1,000`. */
export function formatNaira(naira: number): string {
  return `₦${formatNumber(naira)}`;
}
