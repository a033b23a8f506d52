import { expect, test } from '../support/fixtures.ts';
import { buyFromHeader, choose, saysToast } from '../support/money.ts';
import { comeTo } from '../support/player.ts';

test.use({ expectedErrors: [/status of 409/] });

test('a player with a limit sees in plain words what it leaves, and plays on', async ({ page }) => {
  await comeTo(page, '/billing', 'Ada');
  const care = page.getByRole('region', { name: 'Spend with care' });
  await expect(care).toContainText('You spent ₦100 this week. You have no limit.');
  await care.getByRole('button', { name: 'Set a weekly limit' }).click();
  await page.getByLabel('The most that you want to spend in a week').fill('200');
  await page.getByRole('button', { name: 'Set limit' }).press('Enter');
  await expect(care).toContainText('₦100 left.');
  await buyFromHeader(page, 'Buy Coins');
  await choose(page, /₦100$/);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Pay ₦101.50' }).press('Enter');
  await saysToast(
    page,
    'This costs ₦101.50, and your limit of ₦200 a week has ₦100 left until Monday. Nothing was charged.',
  );
  await page.goto('/home');
  await expect(page.getByRole('button', { name: '1,000 coins' })).toBeVisible();
});
