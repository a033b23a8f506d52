import { expect, type Locator, type Page } from 'playwright/test';
import type { PassbookRow } from '../../src/contract/payments.ts';
import { askServer } from './player.ts';

/** The first dialog of a purchase, opened from the header's coins. */
export async function buyFromHeader(page: Page, button: 'Start Subscription' | 'Buy Coins') {
  await page.getByRole('button', { name: /coins$/ }).click();
  await page
    .getByRole('dialog', { name: 'Your coins' })
    .getByRole('button', { name: button })
    .click();
  return page.getByRole('dialog', { name: button });
}

/** A radio button is its whole row. */
export const choose = (page: Page, name: RegExp) =>
  page.getByRole('radio', { name }).click({ force: true });

/** The window of the card provider. */
export const cardWindow = (page: Page) =>
  page.getByRole('dialog', { name: 'Sandbox card payment' });

/** Presses in the provider's window, once it is there. */
export const pressInWindow = (page: Page, name: 'Pay' | 'Decline' | 'Close') =>
  cardWindow(page).getByRole('button', { name, exact: true }).click();

/** From a wallet's number, which is filled in, to the prompt on its phone. */
export async function payByWallet(page: Page) {
  await page.getByRole('button', { name: 'Yes, continue' }).click();
  // By a key: this soon after the tap before it, another one there would count as stray.
  await page.getByRole('button', { name: /^Pay ₦/ }).press('Enter');
}

/** Presses 'Confirm payment' until the service has decided, which its second answer does. */
export async function confirmUntil(page: Page, end: Locator) {
  const confirm = page.getByRole('button', { name: /^(Confirm payment|Retry confirmation)$/ });
  await expect(async () => {
    if (!(await end.isVisible())) await confirm.click({ timeout: 300 });
    await expect(end).toBeVisible({ timeout: 300 });
  }).toPass({ intervals: [0] });
}

/** The coins of purchases, each with its sum, newest first. */
export async function creditsOnServer(page: Page, serverUrl: string): Promise<number[]> {
  const { rows } = await askServer<{ rows: PassbookRow[] }>(page, serverUrl, 'payments/passbook');
  return rows.filter(({ way }) => way && way !== 'airtime').map(({ coins }) => coins);
}

export const saysToast = (page: Page, text: string) =>
  expect(page.locator('#toasts').getByText(text)).toBeVisible();
