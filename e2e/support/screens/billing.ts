import { expect } from 'playwright/test';
import type { RunningPlan } from '../../../src/contract/payments.ts';
import { serveBilling } from '../billing.ts';
import { at, button, dialog, home, type Screen, type Stage } from './stage.ts';

/** A tab of the billing page of a player on a plan, or without one. */
const billing =
  (hash: string, text: string, plan: Partial<RunningPlan> | null = {}) =>
  async (stage: Stage) => {
    await home(stage);
    await serveBilling(stage.page, plan);
    await at(`/billing${hash}`)(stage);
    await expect(stage.page.getByText(text, { exact: true }).first()).toBeVisible();
  };

/** The billing page. */
export const BILLING: Screen[] = [
  { name: 'billing, a plan', open: billing('', 'Weekly subscription') },
  { name: 'billing, no plan', open: billing('', 'No plan', null) },
  {
    name: 'billing, a plan that was cancelled',
    open: billing('', 'Weekly subscription', { isCancelled: true }),
  },
  {
    name: 'billing, cancel',
    open: async (stage) => {
      await billing('', 'Weekly subscription')(stage);
      await button(stage.page, 'Cancel Subscription');
      await dialog(stage.page, 'Cancel Subscription?');
    },
  },
  { name: 'billing, passbook', open: billing('#passbook', 'Coins bought') },
  { name: 'billing, consents', open: billing('#consents', '₦507.50') },
];
