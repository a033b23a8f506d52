import { formatNumber } from './numbers.ts';

export const KOBO_PER_NAIRA = 100;

/** The card provider's fee in thousandths of the amount: 1.5 % (flows.md#card-fee). */
export const CARD_FEE_PER_MILLE = 15;

/** Coins that come with each paid period (flows.md#plans-and-prices). */
export const SUBSCRIPTION_COINS = 1000;

export const PLANS = ['daily', 'weekly'] as const;

export type Plan = (typeof PLANS)[number];

export const PLAN_NAMES: Readonly<Record<Plan, string>> = { daily: 'Daily', weekly: 'Weekly' };

export const PLAN_DAYS: Readonly<Record<Plan, number>> = { daily: 1, weekly: 7 };

/** Plan prices in naira, by how they are paid (flows.md#plans-and-prices). */
export const PLAN_PRICE_NAIRA = {
  airtime: { daily: 50, weekly: 100 },
  card: { daily: 50, weekly: 100 },
  mobileMoney: { daily: 100, weekly: 200 },
} as const;

/** Coin packs: price in naira to coins (flows.md#coin-packs). */
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

/** The least that can be paid by mobile money, in naira (flows.md#mobile-money). */
export const MOBILE_MONEY_MIN_NAIRA = { smartCash: 100, momo: 50 } as const;

/** Naira (whole) to kobo (whole). */
export function nairaToKobo(naira: number): number {
  return Math.round(naira * KOBO_PER_NAIRA);
}

/** The card fee on an amount, both in kobo, rounded half up (flows.md#card-fee). */
export function cardFeeKobo(amountKobo: number): number {
  return Math.floor((amountKobo * CARD_FEE_PER_MILLE + 500) / 1000);
}

/** An amount in whole naira as players read it: `₦1,000` (flows.md#number-display). */
export function formatNaira(naira: number): string {
  return `₦${formatNumber(naira)}`;
}
