import { expect, test } from './support/fixtures.ts';
import { signUp } from './support/player.ts';

test('Back closes a dialog and stays on the page', async ({ page }) => {
  await page.goto('/landing');
  await page.goto('/');
  const dialog = page.getByRole('dialog', { name: 'Get started' });
  await page.getByRole('button', { name: 'Get started' }).click();
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('button', { name: 'Get started' })).toBeFocused();
  // With no dialog it leads to the page before, also after one was closed by its button.
  await page.getByRole('button', { name: 'Get started' }).click();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL(/\/landing$/);
});

test('a page that is opened out of a dialog takes its place in the history', async ({ page }) => {
  await signUp(page, 'Bola');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('link', { name: 'Leaderboard' }).click();
  await expect(page.getByRole('heading', { name: /Leaderboard/i }).first()).toBeVisible();
  await expect(page).toHaveURL(/\/leaderboard$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/home$/);
  await expect(page.getByText('plays left')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('Escape closes a dialog and gives the focus back', async ({ page }) => {
  await signUp(page, 'Chidi');
  await page.getByRole('button', { name: 'Menu' }).focus();
  await page.keyboard.press('Enter');
  const menu = page.getByRole('dialog');
  await expect(menu).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(page.getByRole('button', { name: 'Menu' })).toBeFocused();
  await expect(page).toHaveURL(/\/home$/);
});

test('Tab never leaves a dialog for the page behind it', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Get started' }).click();
  await expect(page.getByLabel('Phone number')).toBeFocused();
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let press = 0; press < 8; press++) {
      await page.keyboard.press(key);
      const isBehind = await page.evaluate(() =>
        document.querySelector('#app')?.contains(document.activeElement),
      );
      expect(isBehind).toBe(false);
    }
  }
});
