import type { Page } from 'playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { comeHome } from '../support/player.ts';

test.use({ expectedErrors: [/net::ERR_FAILED/] });

/** Holds the app's own code back, until it is let through. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

test('the landing stands before any script, and answers what was pressed by then', async ({
  page,
}) => {
  const release = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { name: 'Win fast cash!' })).toBeVisible();
  await page.getByRole('button', { name: 'Get started' }).click();
  release();
  await expect(page.getByRole('dialog', { name: 'Get started' })).toBeVisible();
});

test('the terms open that were asked for before any script', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Terms & Condition' }).click();
  release();
  await expect(page.getByRole('dialog', { name: /Terms/ })).toBeVisible();
});

for (const entry of ['/login?msisdn=2348030000055', '/onboarding', '/campaign/radio/1', '/faqs']) {
  test(`${entry} says that it is loading before any script, and shows no landing`, async ({
    page,
  }) => {
    await holdScripts(page);
    await page.goto(entry, { waitUntil: 'commit' });
    await expect(page.getByText('Loading…')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Win fast cash!' })).toBeHidden();
  });
}

test('a player who comes back to the landing does not see it', async ({ page }) => {
  await comeHome(page, 'Ada');
  const release = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByText('Loading…')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Win fast cash!' })).toBeHidden();
  release();
  await expect(page).toHaveURL(/\/home$/);
});

test('the document with the landing in it fits the first round trips', async ({ page }) => {
  const document = page.waitForResponse((response) => new URL(response.url()).pathname === '/');
  await page.goto('/');
  const { responseBodySize } = await (await document).request().sizes();
  expect(responseBodySize).toBeGreaterThan(2000);
  expect(responseBodySize).toBeLessThanOrEqual(14_000);
});
