import { expect } from 'playwright/test';
import type { Care } from '../../../src/contract/care.ts';
import type { Claim, RunningPlan } from '../../../src/contract/payments.ts';
import { serveBilling } from '../billing.ts';
import { button, dialog, playerAt, type Screen, type Stage } from './stage.ts';

/** A tab of the billing page of a player on a plan, or without one. */
const billing =
  (
    hash: string,
    text: string,
    plan: Partial<RunningPlan> | null = {},
    care: Partial<Care> = {},
    claims: Claim[] = [],
  ) =>
  async (stage: Stage) => {
    await serveBilling(stage.page, plan, care, claims);
    await playerAt(`/billing${hash}`)(stage);
    await expect(stage.page.getByText(text, { exact: true }).first()).toBeVisible();
  };

export const BILLING: Screen[] = [
  { name: 'billing, a plan', open: billing('', 'Weekly subscription') },
  { name: 'billing, no plan', open: billing('', 'No plan', null) },
  {
    name: 'billing, a plan that was cancelled',
    open: billing('', 'Weekly subscription', { isCancelled: true }),
  },
  {
    name: 'billing, a plan that renews by itself',
    open: billing('', 'Renew by itself', { renews: true }),
  },
  {
    name: 'billing, renew by itself',
    open: async (stage) => {
      await billing('', 'Renew by itself')(stage);
      await stage.page.getByRole('switch', { name: 'Renew by itself' }).click();
      await dialog(stage.page, 'Renew by itself?');
    },
  },
  {
    name: 'billing, cancel',
    open: async (stage) => {
      await billing('', 'Weekly subscription')(stage);
      await button(stage.page, 'Cancel Subscription');
      await dialog(stage.page, 'Cancel Subscription?');
    },
  },
  {
    name: 'billing, a break and a limit',
    open: billing('', 'You are on a break', null, {
      weeklyNaira: 500,
      pendingKobo: 5000,
      next: { weeklyNaira: 1000, from: new Date(Date.now() + 300_000_000).toISOString() },
      breakUntil: new Date(Date.now() + 300_000_000).toISOString(),
      stopped: { at: new Date().toISOString(), by: 'break' },
    }),
  },
  {
    name: 'billing, weekly limit',
    open: async (stage) => {
      await billing('', 'No plan', null, { weeklyNaira: 500 })(stage);
      await button(stage.page, 'Change limit');
      await dialog(stage.page, 'Weekly limit');
    },
  },
  {
    name: 'billing, take a break',
    open: async (stage) => {
      await billing('', 'No plan', null)(stage);
      await button(stage.page, 'Take a break');
      await dialog(stage.page, 'Take a break?');
    },
  },
  { name: 'billing, passbook', open: billing('#passbook', 'Coins bought') },
  {
    name: 'billing, what the player owes',
    open: billing('#passbook', 'You owe 750 coins', {}, {}, [
      { reference: 'FOM-7Q2XABCDEFGHIJKK81', coins: 750, at: new Date().toISOString() },
    ]),
  },
  { name: 'billing, consents', open: billing('#consents', '₦507.50') },
];
