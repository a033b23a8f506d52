import { expect, test } from '../support/fixtures.ts';
import { restInFull } from '../support/full.ts';
import { comeHome, isHome, newPhone } from '../support/player.ts';
import { skipKickOff } from '../support/round.ts';

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
  // Without a dialog it leads to the previous page, also after a dialog was closed by its button.
  await page.getByRole('button', { name: 'Get started' }).click();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL(/\/landing$/);
});

test('a page that is opened out of a dialog takes its place in the history', {
  tag: '@full',
}, async ({ page }) => {
  await comeHome(page, 'Bola');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('link', { name: 'Leaderboard' }).click();
  await expect(page.getByRole('heading', { name: /Leaderboard/i }).first()).toBeVisible();
  await expect(page).toHaveURL(/\/leaderboard$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/home$/);
  await isHome(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('after a logout from the menu, Back skips the page under it', {
  tag: '@full',
}, async ({ page }) => {
  await page.goto('/faqs');
  await comeHome(page, 'Efe');
  // A pending read would be refused once the session has ended.
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('button', { name: 'Get started' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/faqs$/);
});

test('Escape closes a dialog and gives the focus back', async ({ page }) => {
  await comeHome(page, 'Chidi');
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

const SIZES = [
  [320, 568],
  [360, 640],
  [412, 915],
  [915, 412],
] as const;

for (const [index, [width, height]] of SIZES.entries()) {
  test(
    `the drawer is at least 300 wide and at most 75 % high at ${width}×${height}`,
    restInFull(index, '@space'),
    async ({ page }) => {
      await page.setViewportSize({ width, height });
      await comeHome(page, 'Dele', newPhone().replace(/..$/, '01'));
      const coins = page.getByRole('button', { name: /coins$/ });
      await coins.click();
      const drawer = page.getByRole('dialog', { name: 'Your coins' });
      await expect(drawer.getByRole('button', { name: 'Start Subscription' })).toBeVisible();
      const box = await drawer.evaluate((panel) => ({
        width: panel.getBoundingClientRect().width,
        height: panel.getBoundingClientRect().height,
        below: innerHeight - panel.getBoundingClientRect().top,
      }));
      expect(box.width).toBeGreaterThanOrEqual(300);
      expect(Math.floor(box.height)).toBeLessThanOrEqual(height * 0.75);
      await page.mouse.click(width / 2, height - box.below - 20);
      await expect(drawer).toBeHidden();
      await expect(coins).toBeFocused();
    },
  );
}

test('the drawer of coins leads an inactive player to the plans, and says what the operator answers', {
  tag: '@full',
}, async ({ page }) => {
  await comeHome(page, 'Dele', newPhone().replace(/..$/, '02'));
  await page.getByRole('button', { name: /coins$/ }).click();
  const drawer = page.getByRole('dialog', { name: 'Your coins' });
  await drawer.getByRole('button', { name: 'Start Subscription' }).click();
  const plans = page.getByRole('dialog', { name: 'Start Subscription' });
  await expect(plans.getByText('Waiting for your network')).toBeVisible();
  await expect(plans.getByRole('button', { name: 'Check again' })).toBeVisible();
  await page.goBack();
  await expect(plans).toBeHidden();
  await expect(page).toHaveURL(/\/home$/);
});

test('a level’s sign is as high as its button, and a title leaves Close its place', {
  tag: ['@full', '@space', '@old-chromium'],
}, async ({ page }) => {
  await comeHome(page, 'Ada');
  await page.getByRole('button', { name: 'La Liga' }).click();
  const easy = page.getByRole('button', { name: /^Easy/ });
  const [inner, sign] = await easy.evaluate((button) => [
    button.clientHeight,
    button.firstElementChild?.getBoundingClientRect().height ?? 0,
  ]);
  expect(sign).toBeCloseTo(inner ?? -1, 0);
  await easy.press('Enter');
  await skipKickOff(page);
  await page.getByRole('button', { name: 'Leave the game' }).click();
  const dialog = page.getByRole('dialog', { name: 'Leave the game?' });
  const wordsEnd = await dialog.getByRole('heading').evaluate((heading) => {
    const words = document.createRange();
    words.selectNodeContents(heading);
    return words.getBoundingClientRect().right;
  });
  const cross = await dialog.getByRole('button', { name: 'Close' }).locator('svg').boundingBox();
  expect(wordsEnd).toBeLessThanOrEqual(cross?.x ?? 0);
});
