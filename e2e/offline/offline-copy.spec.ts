import type { Page } from 'playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { comeHome, isOfflineReady } from '../support/player.ts';
import { startRound } from '../support/round.ts';

test.use({ serviceWorkers: 'allow' });

test('pages that only some players open work offline too, once the phone was idle', {
  tag: '@full',
}, async ({ page, relay }) => {
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

/** The stored parts of the second line, by name. */
async function partsKept(page: Page): Promise<string[]> {
  const names = await page.evaluate(async () => {
    const kept = await (await caches.open('fom-second-line')).keys();
    return kept.map(({ url }) => new URL(url).pathname.replace(/^.assets.([a-z]+)-.*$/, '$1'));
  });
  return [...new Set(names)].sort();
}

test.describe('a phone that saves data', () => {
  test('fetches what is opened and what comes when it is idle, and keeps that', {
    tag: '@full',
  }, async ({ page, relay }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
    });
    await comeHome(page, 'Bola');
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.goto('/faqs');
    await expect(page.getByRole('heading', { name: 'FAQs', level: 1 })).toBeVisible();
    await expect.poll(() => partsKept(page)).toEqual(expect.arrayContaining(['pages', 'shared']));
    // The FAQs come with the other text pages, the greeting of a player with the rewards.
    const mayCome = ['idle', 'install', 'pages', 'rewards', 'shared', 'terms'];
    expect((await partsKept(page)).filter((part) => !mayCome.includes(part))).toEqual([]);
    expect(relay.asked.filter((path) => path.startsWith('/assets/deck-'))).toEqual([]);
    relay.cut();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'FAQs', level: 1 })).toBeVisible();
  });
});

test('an install that the line cuts twice is whole in the end, without a reload, and gets no file twice', async ({
  page,
  relay,
}) => {
  const installed = () => relay.fetched.filter((path) => path.startsWith('/assets/'));
  // An install requests five files at once, and the next when one has come; at least two are left
  // for its last attempt.
  const cutAtItsThird = () => {
    const before = installed().length;
    return relay.cutWhen(() => installed().length === before + 3);
  };
  const firstCut = cutAtItsThird();
  await page.goto('/');
  await firstCut;
  await expect.poll(() => isInstalling(page)).toBe(false);
  const secondCut = cutAtItsThird();
  relay.restore();
  await secondCut;
  await expect.poll(() => isInstalling(page)).toBe(false);
  const kept = await firstLine(page);
  expect(kept.length).toBeGreaterThan(0);
  const before = relay.fetched.length;
  relay.restore();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const again = relay.fetched.slice(before);
  expect(again.length).toBeGreaterThan(0);
  expect(again.filter((path) => kept.includes(path))).toEqual([]);
  expect((await firstLine(page)).length).toBeGreaterThan(kept.length);
});

test("'Ready to play offline' appears once, when it is true", async ({ page, relay }) => {
  const ready = page.getByText('Ready to play offline');
  await page.goto('/');
  await expect(ready).toBeVisible();
  // The small files came in one.
  expect(relay.asked.filter((path) => path.startsWith('/assets/pack-'))).toHaveLength(1);
  expect(relay.asked.filter((path) => path.startsWith('/static/'))).toEqual([]);
  relay.cut();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Win fast cash!' })).toBeVisible();
  relay.restore();
  await comeHome(page, 'Ada');
  await isOfflineReady(page);
  await expect(ready).toBeHidden();
});

test("'Ready to play offline' makes room for a question", { tag: '@full' }, async ({ page }) => {
  const ready = page.getByText('Ready to play offline');
  await comeHome(page, 'Ada');
  await expect(ready).toBeVisible();
  // Toasts wait while the player looks at another window, so this one would not close by itself.
  await page.evaluate(() => window.dispatchEvent(new Event('blur')));
  await startRound(page, 'Premier League', 'Easy');
  await expect(ready).toBeHidden();
});

/** The stored paths of the first line. */
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
