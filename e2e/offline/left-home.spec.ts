import type { Page } from 'playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { comeHome } from '../support/player.ts';
import { holdScripts } from '../support/scripts.ts';

test.use({ serviceWorkers: 'allow', expectedErrors: [/net::ERR_FAILED/] });

/** A file of the app that is no page. */
const BARE = '/sw.js';

/** Leaves the dashboard, on a phone whose next start loads its scripts from the server. */
async function leaveHome(page: Page): Promise<void> {
  await comeHome(page, 'Ada');
  await expect(page.getByText('Ready to play offline')).toBeVisible();
  await page.evaluate(async () => (await navigator.serviceWorker.ready).unregister());
  await page.goto(BARE);
}

const laLiga = (page: Page) => page.getByRole('button', { name: 'La Liga' });

test('the dashboard is there as it was left before any script, and answers earlier presses', {
  tag: '@full',
}, async ({ page }) => {
  await leaveHome(page);
  const release = await holdScripts(page);
  await page.goto('/home', { waitUntil: 'commit' });
  await expect(page.getByText('Pick a competition', { exact: true })).toBeVisible();
  await laLiga(page).click();
  release();
  await expect(page.getByRole('dialog', { name: 'Select Level' })).toContainText('La Liga');
  await expect(page.locator('#left-home')).toHaveCount(0);
});

test('the saved dashboard is not shown after its week, to another player or a second time', {
  tag: '@full',
}, async ({ page }) => {
  await leaveHome(page);
  const kept = await page.evaluate(() => localStorage.getItem('fom-left-home') ?? '');
  expect(kept).toContain('La Liga');
  const release = await holdScripts(page);
  const anotherClock = { until: Date.now() + 9 * 86_400_000 };
  for (const change of [{ until: 0 }, anotherClock, { player: 'somebody else' }, null]) {
    await page.evaluate(
      ([text, by]) =>
        by && localStorage.setItem('fom-left-home', JSON.stringify({ ...JSON.parse(text), ...by })),
      [kept, change] as const,
    );
    await page.goto('/home', { waitUntil: 'commit' });
    await expect(page.getByText('Loading…')).toBeVisible();
    await expect(page.locator('#left-home')).toHaveCount(0);
    await page.goto(BARE);
  }
  release();
});
