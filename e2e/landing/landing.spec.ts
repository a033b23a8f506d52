import { expect, test } from '../support/fixtures.ts';

test('the landing page says what the game is and offers a start', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Win fast cash!' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Get started' })).toBeVisible();
});
