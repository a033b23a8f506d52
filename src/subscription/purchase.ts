import { atom } from 'jotai';
import type { Plan, Way } from '../rules/money.ts';
import { store } from '../session/session.ts';

/** Where a player's own purchase begins. */
export const PURCHASE_DOORS = ['billing', 'coins', 'level', 'home', 'rush'] as const;

/** What the player is about to buy, and where they began: `door` goes into their consent. */
export type Purchase = {
  what: 'plan' | 'coins' | 'ticket';
  plan?: Plan;
  /** The way that is chosen to begin with. */
  way?: Way;
  door: (typeof PURCHASE_DOORS)[number];
};

/** What the first dialog of each purchase is called. */
export const PURCHASE_TITLES = {
  plan: 'Start Subscription',
  coins: 'Buy Coins',
  ticket: 'Millionaire Rush ticket',
} as const satisfies Record<Purchase['what'], string>;

/** The purchase that is open; `null` when none is. */
export const purchaseAtom = atom<Purchase | null>(null);

/** Opens the purchase over whatever is on the screen. */
export function startPurchase(purchase: Purchase): void {
  store.set(purchaseAtom, purchase);
}
