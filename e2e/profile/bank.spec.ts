import { fillBankAccount, typeAccount } from '../support/bank.ts';
import { expect, test } from '../support/fixtures.ts';
import {
  addOwnBank,
  comeWithoutBank,
  isOfflineReady,
  makePlayer,
  newPhone,
} from '../support/player.ts';

test.use({ serviceWorkers: 'allow', expectedErrors: [/status of (409|422|502)/] });

test('a bank account: unresolved, unanswered, taken, added, and shown without a line', {
  tag: ['@space', '@old-chromium'],
}, async ({ page, relay }) => {
  const taken = await addOwnBank(await makePlayer(page, 'Bola'));
  await comeWithoutBank(page, '/profile#account', 'Ada');
  const own = newPhone().slice(-9);
  await fillBankAccount(page, 'Access', `${own}0`);
  await expect(page.getByRole('alert')).toHaveText('Invalid acct details');
  await expect(page.getByRole('button', { name: 'Submit' })).toBeDisabled();
  // With the keyboard open: the field and its error message stay visible.
  for (const width of [320, 360]) {
    await page.setViewportSize({ width, height: 320 });
    await page.getByLabel('Account number').focus();
    await expect(page.getByLabel('Account number')).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('alert')).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
  await page.setViewportSize({ width: 360, height: 640 });
  await typeAccount(page, `${own}9`);
  await expect(page.getByRole('alert')).toHaveText('Error, Please try again');

  await typeAccount(page, taken);
  const submit = page.getByRole('button', { name: 'Submit' });
  await submit.press('Enter');
  await expect(page.getByRole('alert')).toContainText('Another player has this account');
  await expect(page.getByLabel('Account number')).toHaveValue(taken);
  await expect(page.getByRole('button', { name: 'Contact Us' })).toBeVisible();
  await page.getByRole('button', { name: 'Use another account' }).press('Enter');
  await typeAccount(page, `${own}4`);
  await submit.press('Enter');
  await expect(page.getByText('Bank added successfully')).toBeVisible();
  const ending = `Account number ending ${own.slice(-2)}4`;
  await expect(page.getByRole('img', { name: ending })).toBeVisible();

  await isOfflineReady(page);
  relay.cut();
  await page.reload();
  await expect(page.getByRole('img', { name: ending })).toBeVisible();
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'No network. Check your connection and try again.',
  );
});
