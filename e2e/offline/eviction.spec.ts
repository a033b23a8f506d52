import type { Page, Worker } from 'playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { comeHome, isHome, isOfflineReady } from '../support/player.ts';
import { startPass } from '../support/practice.ts';

test.use({ serviceWorkers: 'allow' });

test('files that the browser removes from the offline copy are fetched again, in the background', {
  tag: '@full',
}, async ({ page, relay }) => {
  await comeHome(page, 'Ada');
  await isOfflineReady(page);
  await expect.poll(() => hasDeck(page)).toBe(true);
  const whole = await filesKept(page);
  expect(whole.length).toBeGreaterThan(20);

  await test.step('all of it, the document and the deck too: the line answers meanwhile', async () => {
    await takeAway(page, () => true);
    // It is gone once this page has released it.
    await page.evaluate(() => void indexedDB.deleteDatabase('fom-deck'));
    await page.reload();
    await isHome(page);
    await expect.poll(() => filesKept(page)).toEqual(whole);
    await expect.poll(() => hasDeck(page)).toBe(true);
  });

  await test.step('some of it: what is there is not asked for again', async () => {
    const isTaken = (path: string) => path === '/' || /\/assets\/(quiz|calls|home)-/.test(path);
    await takeAway(page, isTaken);
    relay.asked.length = 0;
    await page.reload();
    await isHome(page);
    await expect.poll(() => filesKept(page)).toEqual(whole);
    const asked = new Set(relay.asked.filter((path) => whole.includes(path)));
    expect([...asked].filter((path) => !isTaken(path))).toEqual([]);
  });

  await test.step('then the game plays without a line', async () => {
    relay.cut();
    await page.goto('/home');
    await isHome(page);
    await page.goto('/practice/pass');
    await startPass(page, ['Ada', 'Bola']);
    await page.getByRole('button', { name: /Show my question$/ }).press('Enter');
    await expect(page.getByRole('heading', { name: /\?$/ })).toBeVisible();
  });
});

/** The paths in the first line of the phone's copy. */
function filesKept(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.includes('precache'));
    const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return kept
      .flat()
      .map(({ url }) => new URL(url).pathname)
      .sort();
  });
}

/** Removes files from the first line of the copy, by their path. */
async function takeAway(page: Page, isTaken: (path: string) => boolean): Promise<void> {
  const paths = (await filesKept(page)).filter(isTaken);
  await page.evaluate(async (taken) => {
    for (const name of await caches.keys()) {
      if (!name.includes('precache')) continue;
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        if (taken.includes(new URL(request.url).pathname)) await cache.delete(request);
      }
    }
  }, paths);
}

/** Whether the deck is on the phone; the check itself creates nothing. */
function hasDeck(page: Page): Promise<boolean> {
  return page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        const opening = indexedDB.open('fom-deck');
        opening.onupgradeneeded = () => opening.transaction?.abort();
        opening.onerror = () => resolve(false);
        opening.onsuccess = () => {
          const { result } = opening;
          const counting = result.transaction('decks').objectStore('decks').count();
          counting.onsuccess = () => resolve(counting.result > 0);
          result.close();
        };
      }),
  );
}

test.describe('a store of the service worker that is broken', () => {
  const BREAK: Record<string, (worker: Worker) => Promise<void>> = {
    throws: (worker) =>
      worker.evaluate(() => {
        const refuse = () => Promise.reject(new DOMException('broken', 'UnknownError'));
        CacheStorage.prototype.match = refuse;
        CacheStorage.prototype.open = refuse;
      }),
    'never answers': (worker) =>
      worker.evaluate(() => {
        const silent = () => new Promise<never>(() => undefined);
        CacheStorage.prototype.match = silent;
        CacheStorage.prototype.open = silent;
      }),
  };

  for (const [how, breakStore] of Object.entries(BREAK)) {
    test(`leaves the game usable where it ${how}`, { tag: '@full' }, async ({ page, context }) => {
      await comeHome(page, 'Bola');
      await isOfflineReady(page);
      for (const worker of context.serviceWorkers()) await breakStore(worker);
      await page.goto('/home');
      await isHome(page);
      await page.goto('/faqs');
      await expect(page.getByRole('heading', { name: 'FAQs', level: 1 })).toBeVisible();
    });
  }
});
