import type { Locator, Page } from 'playwright/test';
import { expect, test } from '../support/fixtures.ts';
import {
  buyFromHeader,
  cardWindow,
  choose,
  creditsOnServer,
  pressInWindow,
  saysToast,
} from '../support/money.ts';
import { comeHome, comeHomeUnasked, newPhone } from '../support/player.ts';

// A failure here is never retried, because a result or payment was lost or doubled.
test.describe.configure({ retries: 0 });

const NO_NETWORK = 'No network. Check your connection and try again.';
const NOT_TWICE = "No network. Try again: you won't be charged twice.";

/** A failed call is retried for some seconds, then the page says so. */
async function comes(page: Page, text: Locator) {
  await expect(async () => {
    await page.clock.runFor(4000);
    await expect(text).toBeVisible({ timeout: 200 });
  }).toPass({ intervals: [0] });
}

// By keys: a tap at the place of a button that has just gone would count as stray.
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('dialog').getByRole('button', { name }).press('Enter');

test('mobile money goes on over a line that is cut at each step, and brings its coins once', async ({
  page,
  relay,
  server,
}) => {
  await page.clock.install();
  await comeHome(page, 'Ada', newPhone().replace(/..$/, '01'));
  await buyFromHeader(page, 'Start Subscription');
  await choose(page, /^Mobile money/);
  const dialog = page.getByRole('dialog');
  const steps: [name: string, told: Locator, again: string, next: Locator][] = [
    ['Continue', dialog.getByText(NO_NETWORK), 'Check again', dialog.getByText('Is this you?')],
    [
      'Yes, continue',
      dialog.getByText(NO_NETWORK),
      'Try again',
      dialog.getByText('₦204.00').last(),
    ],
    [
      'Pay ₦204.00',
      page.locator('#toasts').getByText(NOT_TWICE),
      'Pay ₦204.00',
      dialog.getByText('Check your phone'),
    ],
  ];
  for (const [name, told, again, next] of steps) {
    relay.cut();
    await press(page, name);
    await comes(page, told);
    relay.restore();
    await press(page, again);
    await expect(next).toBeVisible();
  }
  relay.cut();
  await press(page, 'Confirm payment');
  await comes(page, dialog.getByText('Unable to verify payment'));
  relay.restore();
  await comes(page, dialog.getByText('TRANSACTION SUCCESSFUL!'));
  expect(await creditsOnServer(page, server.url)).toEqual([1000]);
});

test('a card without a line, and a page that is closed at its window, charge nothing', async ({
  page,
  relay,
  server,
}) => {
  await comeHome(page, 'Bola', newPhone().replace(/..$/, '01'));
  await buyFromHeader(page, 'Start Subscription');
  await choose(page, /^Card/);
  await press(page, 'Continue');
  relay.cut();
  await press(page, 'Pay ₦101.50');
  await expect(page.getByText('Could not load the payment window')).toBeVisible();
  relay.restore();
  await press(page, 'Try again');
  await expect(cardWindow(page)).toBeVisible();
  // The dialog that has just closed steps back in the history, which can end a reload.
  await expect(() => page.reload()).toPass();
  const waits = page.getByRole('dialog', { name: 'A payment is waiting' });
  await expect(waits).toContainText('₦101.50 for the Weekly plan, by card.');
  await press(page, 'Confirm payment');
  const unsure = page.getByRole('dialog', { name: 'Payment could not be verified' });
  await expect(unsure).toContainText('You opened the card window');
  await press(page, 'Go Home');
  // It is not forgotten, and comes before another purchase; that one opens a window of its own.
  await buyFromHeader(page, 'Start Subscription');
  await press(page, 'Not now');
  await choose(page, /^Card/);
  await press(page, 'Continue');
  await press(page, 'Pay ₦101.50');
  await pressInWindow(page, 'Pay');
  await saysToast(page, 'Payment made successfully');
  expect(await creditsOnServer(page, server.url)).toEqual([1000]);
});

test('airtime whose answer is lost with the line is checked, never charged again', async ({
  page,
  relay,
}) => {
  await page.clock.install();
  await comeHomeUnasked(page, 'Chidi', newPhone().replace(/..$/, '56'));
  await buyFromHeader(page, 'Start Subscription');
  const charges: string[] = [];
  await page.route('**/payments/subscribe/**', async (route) => {
    charges.push(route.request().headers()['idempotency-key'] ?? '');
    if (charges.length === 1) {
      await route.fetch();
      relay.cut();
    }
    await route.abort();
  });
  await press(page, 'Pay ₦100 from airtime');
  const dialog = page.getByRole('dialog', { name: 'Start Subscription' });
  await comes(page, dialog.getByText('Your network did not answer'));
  await expect(dialog.getByRole('radio')).toHaveCount(0);
  relay.restore();
  await page.unroute('**/airtime/verify/**');
  await press(page, 'Check again');
  await saysToast(page, 'You have 1,000 coins. Pick a level.');
  expect(new Set(charges).size).toBe(1);
  await page.goto('/billing');
  await expect(page.getByRole('region', { name: 'Current plan' })).toContainText('Weekly');
  await expect(page.getByText('Weekly subscription')).toHaveCount(1);
});
