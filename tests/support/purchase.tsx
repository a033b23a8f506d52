import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PurchaseGate } from '../../src/app/signed-in.tsx';
import type { User } from '../../src/contract/user.ts';
import { DEFAULT_PRICES, WAYS, type Way } from '../../src/rules/money.ts';
import { type Purchase, startPurchase } from '../../src/subscription/asked-plan.ts';
import { aUser } from './builders.ts';
import { answer } from './fake-api.ts';
import { renderScreen, signIn } from './render.tsx';

type Options = { player?: Partial<User>; ways?: readonly Way[]; at?: string };

/** The screens of a purchase, as they open over any page. */
export function showPurchase(
  purchase: Purchase | null,
  { player = {}, ways = WAYS, at = '/' }: Options = {},
) {
  signIn(aUser({ isActive: false, pointBalance: 0, ...player }));
  answer('get', 'misc/config', { data: { prices: DEFAULT_PRICES, ways } });
  renderScreen(<PurchaseGate />, { at, path: at });
  if (purchase) act(() => startPurchase(purchase));
}

export const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }));

export const choose = async (name: RegExp) =>
  userEvent.click(await screen.findByRole('radio', { name }));

/** The player after a paid period. */
export const paidUser = aUser({ isActive: true, pointBalance: 1000 });
