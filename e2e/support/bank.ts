import { expect, type Page } from 'playwright/test';

/** Opens the dialog of a bank account and fills in a bank, by a part of its name, and a number. */
export async function fillBankAccount(
  page: Page,
  bank: string,
  number: string,
  way: 'Add bank account' | 'Change' = 'Add bank account',
): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Bank account' })).toBeVisible();
  // By a key: the fields above come later, and would move it away from a tap.
  await page.getByRole('button', { name: way, exact: true }).press('Enter');
  await page.getByRole('button', { name: 'Bank Choose your bank' }).press('Enter');
  await page.getByLabel('Find your bank').fill(bank);
  await page.getByRole('list', { name: 'Banks' }).getByRole('button').first().press('Enter');
  await typeAccount(page, number);
}

/** Types another number, and waits until the bank has answered. */
export async function typeAccount(page: Page, number: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Account number' });
  await field.fill(number);
  await expect(field).toHaveValue(number);
  await expect(page.getByRole('dialog').getByText('Please wait')).toHaveCount(0);
}
