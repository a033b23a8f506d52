import type { Page } from 'playwright/test';
import { expectAccessible } from '../support/accessible.ts';
import { expect, test } from '../support/fixtures.ts';
import { comeHome, newPhone } from '../support/player.ts';
import { holdScripts } from '../support/scripts.ts';

test.use({ expectedErrors: [/net::ERR_FAILED/] });

test('the landing is there before any script, and answers earlier presses', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { name: 'Win fast cash!' })).toBeVisible();
  await page.getByRole('button', { name: 'Get started' }).click();
  release();
  await expect(page.getByRole('dialog', { name: 'Get started' })).toBeVisible();
});

test.describe('the first form is there before any script', () => {
  test.beforeEach(async ({ page }) => {
    release = await holdScripts(page);
    await page.goto('/', { waitUntil: 'commit' });
    await page.getByRole('button', { name: 'Get started' }).click();
  });
  let release = () => {};
  const number = (page: Page) => page.getByLabel('Phone number');

  test('with the focus in it; what is typed stays, and goes on by itself', async ({ page }) => {
    await expect(page.getByRole('dialog', { name: 'Get started' })).toBeVisible();
    await expect(number(page)).toBeFocused();
    await page.keyboard.type('0803 123 4');
    release();
    await expect(page.locator('#early-form')).toHaveCount(0);
    await expect(number(page)).toBeFocused();
    await page.keyboard.type('567');
    await expect(number(page)).toHaveValue('0803 123 4567');
  });

  test('and a number that was entered in it is looked up', async ({ page }) => {
    await number(page).fill(newPhone());
    await page.keyboard.press('Enter');
    release();
    await expect(page.getByText('Welcome. This number is new.')).toBeVisible();
    await expect(page.getByLabel('Email')).toBeFocused();
  });

  test('and one that was closed stays closed', async ({ page }) => {
    await page.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    release();
    await expect(page.locator('#early-landing')).toHaveCount(0);
    await page.getByRole('button', { name: 'Get started' }).press('Enter');
    await expect(number(page)).toHaveCount(1);
    await expect(number(page)).toBeFocused();
  });

  test('and can be read and pressed', async ({ page }) => {
    await expectAccessible(page);
  });
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
