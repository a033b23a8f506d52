import { atom } from 'jotai';
import type { Plan, Way } from '../rules/money.ts';
import { store } from './session.ts';

/** Where a player's own purchase begins. */
export const PURCHASE_DOORS = ['billing', 'coins', 'level', 'home'] as const;

/** What the player is about to buy, and where they began: `door` goes into their consent. */
export type Purchase = {
  what: 'plan' | 'coins';
  plan?: Plan;
  /** The way that is chosen to begin with. */
  way?: Way;
  door: (typeof PURCHASE_DOORS)[number];
};

export const purchaseAtom = atom<Purchase | null>(null);

/** Opens the purchase over whatever is on the screen. */
export function startPurchase(purchase: Purchase): void {
  store.set(purchaseAtom, purchase);
}
