import type { Page } from 'playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { comeHome, isOfflineReady, secondLineKept } from '../support/player.ts';

test.use({ serviceWorkers: 'allow' });

test('what only some players open is there without a line, too, once the phone was idle', async ({
  page,
  relay,
}) => {
  await comeHome(page, 'Ada');
  await isOfflineReady(page);
  relay.cut();
  for (const [path, heading] of [
    ['/billing', 'Billing'],
    ['/profile', 'Profile'],
    ['/rewards', 'Rewards'],
    ['/millionaire-rush', 'Millionaire Rush'],
    ['/practice', 'Practice'],
    ['/faqs', 'FAQs'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
  }
});

test.describe('a phone that saves data', () => {
  test('fetches nothing but what is opened, and keeps that', async ({ page, relay }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
    });
    await comeHome(page, 'Bola');
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.goto('/faqs');
    await expect(page.getByRole('heading', { name: 'FAQs', level: 1 })).toBeVisible();
    // The page's own four files, and the two of what runs once the phone is idle.
    await expect.poll(() => secondLineKept(page)).toBe(6);
    expect(relay.asked.filter((path) => /deck|billing|practice|rush/.test(path))).toEqual([]);
    relay.cut();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'FAQs', level: 1 })).toBeVisible();
  });
});

test('an install that the line cut is tried again while the page stays open, for what is missing alone', async ({
  page,
  relay,
}) => {
  relay.slow({ kbitPerSecond: 400, roundTripMs: 100 });
  await page.goto('/');
  await expect.poll(async () => (await firstLine(page)).length).toBeGreaterThan(3);
  relay.cut();
  await expect.poll(() => isInstalling(page)).toBe(false);
  const kept = await firstLine(page);
  const asked = relay.asked.length;
  relay.restore();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));

  const again = relay.asked.slice(asked);
  expect(again.length).toBeGreaterThan(0);
  expect(again.filter((path) => kept.includes(path))).toEqual([]);
  expect((await firstLine(page)).length).toBeGreaterThan(kept.length);
});

/** The paths of the first line that the phone keeps. */
function firstLine(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.includes('precache'));
    const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return kept.flat().map(({ url }) => new URL(url).pathname);
  });
}

function isInstalling(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    return Boolean(registration?.installing);
  });
}
