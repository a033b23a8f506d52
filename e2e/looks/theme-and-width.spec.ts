import type { Page } from 'playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { restInFull } from '../support/full.ts';
import { comeHome, newPhone } from '../support/player.ts';

const html = (page: Page) => page.locator('html');
const bar = (page: Page) => page.locator('meta[name="theme-color"]');
const openMenu = (page: Page) => page.getByRole('button', { name: 'Menu' }).click();
const darkSwitch = (page: Page) => page.getByRole('switch', { name: 'Dark mode' });

/** The document's own settings: none of the app's code is let through. */
async function openDocument(page: Page, path: string): Promise<void> {
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  await page.unroute('**/assets/*.js');
}

test.describe('before any of the code is there', () => {
  test.use({ expectedErrors: [/net::ERR_FAILED/] });

  test("a visitor's document is as the system asks, light or dark", async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await openDocument(page, '/');
    await expect(html(page)).toHaveAttribute('data-theme', 'dark');
    await expect(bar(page)).toHaveAttribute('content', '#062932');
    await page.emulateMedia({ colorScheme: 'light' });
    await openDocument(page, '/');
    await expect(html(page)).toHaveAttribute('data-theme', 'light');
  });

  test('?network= chooses the operator for the visit, and only one that there is', async ({
    page,
  }) => {
    await openDocument(page, '/?network=glo');
    await expect(html(page)).toHaveAttribute('data-brand', 'glo');
    await expect(bar(page)).toHaveAttribute('content', '#053018');
    await openDocument(page, '/?network=%22%3E%3Cscript%3E');
    await expect(html(page)).toHaveAttribute('data-brand', 'all');
  });

  test('an invalid value in the stored session counts as missing', async ({ page }) => {
    for (const kept of ['null', '7', '"glo"', '{"dark":"yes","network":["glo"]}', '{', '']) {
      await page.addInitScript((text) => localStorage.setItem('football-mastermind', text), kept);
      await openDocument(page, '/');
      await expect(html(page)).toHaveAttribute('data-theme', 'light');
      await expect(html(page)).toHaveAttribute('data-brand', 'all');
    }
  });
});

test('the operator stays for the visit, over pages and reloads', { tag: '@full' }, async ({
  page,
}) => {
  await page.goto('/landing?network=glo');
  await expect(page.getByRole('img', { name: 'Football Mastermind, glo' })).toBeVisible();
  await page.goto('/');
  await expect(html(page)).toHaveAttribute('data-brand', 'glo');
  await expect(bar(page)).toHaveAttribute('content', '#053018');
});

test('the theme follows the system until the player chooses', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await comeHome(page, 'Ada');
  await expect(html(page)).toHaveAttribute('data-theme', 'dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(html(page)).toHaveAttribute('data-theme', 'light');
  await expect(bar(page)).toHaveAttribute('content', '#06232b');

  await openMenu(page);
  await darkSwitch(page).click();
  await expect(darkSwitch(page)).toBeChecked();
  await expect(html(page)).toHaveAttribute('data-theme', 'dark');
  await expect(bar(page)).toHaveAttribute('content', '#062932');
  await darkSwitch(page).click();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(html(page)).toHaveAttribute('data-theme', 'light');
});

test('a toast can be closed by keys', { tag: '@full' }, async ({ page }) => {
  await page.goto('/home');
  const toast = page.locator('#toasts').getByText('Please Login');
  await expect(toast).toBeVisible();
  await page.locator('#toasts').getByRole('button', { name: 'Close' }).focus();
  await page.keyboard.press('Escape');
  await expect(toast).toBeHidden();
});

for (const [index, width] of [320, 360, 412].entries()) {
  test(
    `nothing is wider than a screen of ${width}`,
    restInFull(index, '@space'),
    async ({ page }) => {
      await page.setViewportSize({ width, height: 640 });
      await comeHome(page, 'Wide', newPhone().replace('0803', '0805'));
      const overflow = () =>
        page.evaluate(() => document.documentElement.scrollWidth - document.body.clientWidth);
      expect(await overflow()).toBe(0);
      await openMenu(page);
      const menu = await page.getByRole('dialog').boundingBox();
      expect(menu?.width).toBeLessThan(width);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'La Liga' }).click();
      const picker = await page.getByRole('dialog', { name: 'Select Level' }).boundingBox();
      expect(picker?.x).toBeGreaterThanOrEqual(0);
      expect(picker?.width).toBeLessThanOrEqual(width);
    },
  );
}
