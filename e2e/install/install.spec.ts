import type { Page } from 'playwright/test';
import { colourProblemsOf, expectAccessible } from '../support/accessible.ts';
import { expect, test } from '../support/fixtures.ts';
import { comeHome, isHome, isOfflineReady } from '../support/player.ts';
import { leaveRound, startRound } from '../support/round.ts';

test.use({ serviceWorkers: 'allow' });

/** Longer than the dashboard must be still. */
const STILL_MS = 4000;

const card = (page: Page) => page.getByRole('region', { name: 'Put this game on your phone' });
const entry = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Install app' });
const openMenu = (page: Page) => page.getByRole('button', { name: 'Menu' }).press('Enter');

/**
 * A browser offers before the game is there, and one without a screen never does: so the test makes
 * the offer, on the document alone.
 */
async function offerToInstall(page: Page): Promise<void> {
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      const prompt = async () => void sessionStorage.setItem('asked-to-install', 'yes');
      const userChoice = Promise.resolve({ outcome: 'accepted' });
      const offer = Object.assign(new Event('beforeinstallprompt'), { prompt, userChoice });
      dispatchEvent(offer);
    });
  });
}

async function playRound(page: Page, category: string): Promise<void> {
  await startRound(page, category, 'Easy');
  await leaveRound(page);
  await page.getByRole('button', { name: 'Go Home' }).press('Enter');
  await isHome(page);
}

test('the game asks after the second round, takes no for 14 days, and is installed from the menu', async ({
  page,
}) => {
  await page.clock.install();
  await offerToInstall(page);
  await comeHome(page, 'Ada');
  await openMenu(page);
  await expect(entry(page)).toBeVisible();
  await page.keyboard.press('Escape');

  await playRound(page, 'La Liga');
  await page.clock.runFor(STILL_MS);
  await expect(card(page)).toHaveCount(0);
  await playRound(page, 'Serie A');
  await page.clock.runFor(STILL_MS);
  await expect(card(page)).toBeVisible();
  await expectAccessible(page);
  for (const theme of ['dark', 'light']) {
    await page.locator('html').evaluate((html, name) => {
      Object.assign(html.dataset, { brand: 'glo', theme: name });
    }, theme);
    expect(await colourProblemsOf(page)).toEqual([]);
  }

  await card(page).getByRole('button', { name: 'Not now' }).press('Enter');
  await expect(card(page)).toHaveCount(0);
  await page.reload();
  await openMenu(page);
  await expect(entry(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.clock.runFor(STILL_MS);
  await expect(card(page)).toHaveCount(0);

  await openMenu(page);
  await entry(page).press('Enter');
  await expect
    .poll(() => page.evaluate(() => sessionStorage.getItem('asked-to-install')))
    .toBe('yes');
  await page.evaluate(() => void dispatchEvent(new Event('appinstalled')));
  await expect(page.getByText('Thank you! The game is installed.')).toBeVisible();
  await openMenu(page);
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  await expect(entry(page)).toHaveCount(0);
});

test.describe('in a browser that does not ask', () => {
  test.use({ userAgent: 'Mozilla/5.0 (Android 13; Mobile; rv:120.0) Gecko/120.0 Firefox/120.0' });

  test('the menu explains what to do', { tag: '@full' }, async ({ page }) => {
    await comeHome(page, 'Bola');
    await openMenu(page);
    await entry(page).press('Enter');
    const sheet = page.getByRole('dialog', { name: 'Install app' });
    await expect(sheet.getByText('Tap Add app to Home screen, or Install.')).toBeVisible();
    await expectAccessible(page);
  });
});

test('the shortcuts lead there without a line, and the icon counts the result that waits', {
  tag: '@full',
}, async ({ page, relay }) => {
  const { shortcuts } = await (await page.request.get('/manifest.webmanifest')).json();
  const urls: string[] = shortcuts.map(({ url }: { url: string }) => url);
  expect(urls).toEqual(['/home', '/leaderboard']);
  for (const url of urls) {
    await page.goto(url);
    await expect(page.getByText('Please Login')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Get started' })).toBeVisible();
  }

  await page.addInitScript(() => {
    const badge = async (count?: number) => localStorage.setItem('badge', `${count ?? 'none'}`);
    Object.assign(navigator, { setAppBadge: badge, clearAppBadge: badge });
  });
  const badge = () => page.evaluate(() => localStorage.getItem('badge'));
  await comeHome(page, 'Chidi');
  await isOfflineReady(page);
  await startRound(page, 'La Liga', 'Easy');
  relay.cut();
  await leaveRound(page);
  await expect.poll(badge).toBe('1');
  await page.goto('/leaderboard');
  await expect(page.getByRole('heading', { name: 'Leaderboard' })).toBeVisible();
  await page.goto('/home');
  await isHome(page);
  relay.restore();
  await expect.poll(badge).toBe('none');
});
