import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import type { GameServer } from '../../tests/support/game-server.ts';
import { buildAgain } from '../support/builds.ts';
import { expect } from '../support/fixtures.ts';
import { testOnCopy as test } from '../support/own-server.ts';

// Fetches of an idle phone may meet a server that is restarting.
test.use({ expectedErrors: [/ERR_EMPTY_RESPONSE|ERR_CONNECTION|ERR_SOCKET/] });

test('a tab of the first of three builds goes on to a page that it never loaded', {
  tag: '@full',
}, async ({ page, home, server, relay }) => {
  await page.goto('/rewards/draw/2026-01');
  await expect(page.getByText('There is no draw of January')).toBeVisible();
  const before = relay.asked.length;
  for (const _build of ['second', 'third']) {
    await buildAgain(home);
    await server.restart();
  }
  await page.getByRole('link', { name: 'How the draw works' }).click();
  await expect(page.getByRole('heading', { name: 'How we check winners' })).toBeVisible();
  const asked = relay.asked.slice(before).find((path) => path.startsWith('/assets/pages-'));
  expect(asked).toBeDefined();
  expect(existsSync(join(home, 'dist', String(asked)))).toBe(false);
});

test.describe('a tab whose build is gone', () => {
  test.use({
    serviceWorkers: 'allow',
    expectedErrors: [
      /ERR_EMPTY_RESPONSE|ERR_CONNECTION|ERR_SOCKET|status of 404|Unable to preload CSS|Refused to apply style/,
    ],
  });

  test('reloads once and shows the page', { tag: '@full' }, async ({ page, home, server }) => {
    await openLanding(page);
    await replaceBuild(home, server);
    const loads = countLoads(page);
    await page.getByRole('button', { name: 'Try five questions' }).click();
    await expect(page.getByRole('button', { name: 'Leave the game' })).toBeVisible();
    expect(loads()).toBe(1);
  });

  test('says without a line that the page could not be opened', { tag: '@full' }, async ({
    page,
    home,
    server,
    relay,
  }) => {
    await openLanding(page);
    await replaceBuild(home, server);
    const asked = page.waitForEvent('requestfailed', (request) => request.method() === 'HEAD');
    relay.cut();
    await page.getByRole('button', { name: 'Try five questions' }).click();
    await asked;
    await expect(page.getByText('This page could not be opened')).toBeVisible();
    expect(await wasReloaded(page)).toBe(false);
  });
});

/** The landing on a phone that has been idle, and reached no file of the second line. */
async function openLanding(page: Page): Promise<void> {
  await page.addInitScript(() => {
    ServiceWorker.prototype.postMessage = () => undefined;
  });
  await page.goto('/');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await expect(page.getByRole('button', { name: 'Try five questions' })).toBeVisible();
}

/** Another build replaces all earlier ones. */
async function replaceBuild(home: string, server: GameServer): Promise<void> {
  await buildAgain(home);
  await server.restart();
  await rm(join(server.dataDir, 'assets'), { recursive: true });
}

/** Asked after the page's own requests before it reloads. */
function wasReloaded(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    await navigator.locks.query();
    return sessionStorage.getItem('fom-reloaded') !== null;
  });
}

function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  return () => loads;
}
