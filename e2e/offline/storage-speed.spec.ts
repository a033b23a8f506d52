import type { Page } from 'playwright/test';
import { QUIET_SHARE, shareOfCore } from '../support/core.ts';
import { expect, test } from '../support/fixtures.ts';
import { comeTo, isOfflineReady } from '../support/player.ts';
import { breakStorage, database } from '../support/storage-faults.ts';

test.use({ serviceWorkers: 'allow' });

/** From the address to a usable dashboard, in milliseconds. */
const BUDGET_MS = 3000;

const CASES: Record<string, (page: Page) => Promise<unknown>> = {
  'IndexedDB never opens': (page) =>
    page.addInitScript(breakStorage, [database('open', 'is silent')]),
  'IndexedDB opens after 5 s': (page) =>
    page.addInitScript(breakStorage, [database('open', 'is slow')]),
  "the service worker's store never answers": async (page) => {
    for (const worker of page.context().serviceWorkers()) {
      await worker.evaluate(() => {
        const silent = () => new Promise<never>(() => undefined);
        CacheStorage.prototype.match = silent;
        CacheStorage.prototype.open = silent;
      });
    }
  },
};

for (const [hardship, make] of Object.entries(CASES)) {
  test(`the dashboard is usable within ${BUDGET_MS} ms where ${hardship}`, async ({ page }, {
    annotations,
  }) => {
    await comeTo(page, '/faqs', 'Ada');
    await isOfflineReady(page);
    await make(page);
    await page.addInitScript(noteUsable);
    await page.goto('/home');
    const usableMs = await page.evaluate(() => window.usable);
    const share = shareOfCore();
    const figure = `the dashboard where ${hardship}: usable after ${Math.round(usableMs)} ms; ${Math.round(share * 100)} % of a core was free`;
    annotations.push({ type: 'figure', description: figure });
    process.stdout.write(`figure: ${figure}\n`);
    const isJudged = share >= QUIET_SHARE || usableMs <= BUDGET_MS;
    test.skip(!isJudged, `not judged, the machine is busy: ${figure}`);
    expect(usableMs).toBeLessThanOrEqual(BUDGET_MS);
  });
}

declare global {
  interface Window {
    usable: Promise<number>;
  }
}

/** Records when the first competition can be tapped, in milliseconds after the page's request. */
function noteUsable(): void {
  window.usable = new Promise((resolve) => {
    new MutationObserver((_, observer) => {
      const names = [...document.querySelectorAll('button')].map((button) => button.textContent);
      if (!names.some((name) => name?.includes('La Liga'))) return;
      observer.disconnect();
      requestAnimationFrame(() => resolve(performance.now()));
    }).observe(document, { childList: true, subtree: true });
  });
}
