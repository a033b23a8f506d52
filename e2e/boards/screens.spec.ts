import { expect, type Page } from 'playwright/test';
import { serveBoards } from '../support/boards.ts';
import { test } from '../support/fixtures.ts';
import { ageAccount, comeHome, comeTo, rememberPlayer } from '../support/player.ts';

const OLD_ACCOUNT_DAYS = 31;

const title = (page: Page) => page.getByRole('heading', { level: 1 });
const ownRow = (page: Page) => page.getByText('You', { exact: true });

test('a new player gets the daily boards from the server, an older one the others', async ({
  page,
}) => {
  await comeTo(page, '/leaderboard', 'Ada');
  await expect(title(page)).toHaveText('Daily leaderboard');
  await expect(page.getByText('points today')).toBeVisible();
  await expect(page.getByText(/^Resets in/)).toBeVisible();
  for (const tab of ['Previous Day', 'Previous Week', 'Current Week']) {
    await page.getByRole('tab', { name: tab }).click();
    await expect(page.getByRole('tab', { name: tab })).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('tabpanel', { name: tab })).toContainText(
      /Resets in|Not final yet|Final/,
    );
  }

  await ageAccount(page, OLD_ACCOUNT_DAYS);
  await page.goto('/daily');
  await expect(title(page)).toHaveText('Leaderboard');
  await page.getByRole('tab', { name: 'Monthly' }).click();
  await expect(page).toHaveURL(/\/daily\?board=monthly$/);
  await expect(page.getByText(/^Resets in/)).toBeVisible();
  await expect(page.getByText(/^First place wins/)).toBeVisible();
  await page.reload();
  await expect(page.getByText(/^First place wins/)).toBeVisible();
});

test('tabs leave no trace in the history', { tag: '@full' }, async ({ page }) => {
  await comeHome(page, 'Bola');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('link', { name: 'Leaderboard' }).click();
  await expect(page.getByRole('tab', { name: 'Current Day' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await page.getByRole('tab', { name: 'Previous Day' }).click();
  await page.getByRole('tab', { name: /^Tier 3/ }).click();
  await page.goBack();
  await expect(page).toHaveURL(/\/home$/);
});

test('the own row stays in sight from the first place to the last', {
  tag: '@space',
}, async ({ page }) => {
  await rememberPlayer(page, 'Chidi');
  await ageAccount(page, OLD_ACCOUNT_DAYS);
  await serveBoards(page, { place: 24 });
  await page.goto('/leaderboard');
  for (const share of [0, 0.3, 0.6, 1]) {
    await page.evaluate((part) => scrollTo(0, document.documentElement.scrollHeight * part), share);
    await expect(ownRow(page)).toBeInViewport({ ratio: 1 });
  }
  // It lies above the last place, not on it.
  await expect(page.getByRole('listitem').last()).toBeInViewport({ ratio: 1 });

  await page.goto('/leaderboard?board=monthly');
  await page.setViewportSize({ width: 640, height: 360 });
  await expect(ownRow(page)).toBeInViewport({ ratio: 1 });
});

test.describe('without a line', () => {
  test.use({ expectedErrors: [/net::ERR_/] });

  test('a board that was never opened says so, and comes with the line', async ({ page }) => {
    await comeHome(page, 'Dayo');
    await page.route(/\/api\/v2\/points/, (route) => route.abort());
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('link', { name: 'Leaderboard' }).click();
    await expect(page.getByRole('heading', { name: 'Not on this phone yet' })).toBeVisible({
      timeout: 15_000,
    });
    await page.unroute(/\/api\/v2\/points/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'No leaderboard yet' })).toBeVisible();
  });
});

test('text twice as large cuts no short name', { tag: ['@full', '@space'] }, async ({ page }) => {
  await rememberPlayer(page, 'Large');
  await serveBoards(page, { place: 4210 });
  await page.goto('/daily?tab=current-week');
  await expect(ownRow(page)).toBeVisible();
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  const cut = await page.getByRole('listitem').evaluateAll((items) =>
    items
      .flatMap((item) => [...item.querySelectorAll<HTMLElement>('[dir=auto]')])
      .filter((name) => name.innerText.length <= 8 && name.scrollWidth > name.clientWidth)
      .map((name) => name.innerText),
  );
  expect(cut).toEqual([]);
});

for (const width of [320, 360, 412]) {
  test(`no board is wider than a screen of ${width}`, { tag: ['@full', '@space'] }, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 640 });
    await rememberPlayer(page, 'Wide');
    await serveBoards(page, { place: 123_456 });
    const isNarrow = async (path: string) => {
      await page.goto(path);
      await expect(ownRow(page)).toBeVisible();
      const wider = await page.evaluate(() =>
        [...document.querySelectorAll('body *')]
          .filter((element) => !element.closest('.vh, svg, [aria-hidden]'))
          .filter((element) => element.getBoundingClientRect().right > innerWidth + 0.5)
          .map((element) => element.outerHTML.slice(0, 200)),
      );
      expect(wider).toEqual([]);
      const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
      expect(scrollWidth).toBe(clientWidth);
    };
    await isNarrow('/daily?tier=3');
    await isNarrow('/daily?tab=current-week');
    await ageAccount(page, OLD_ACCOUNT_DAYS);
    await isNarrow('/leaderboard');
    await isNarrow('/leaderboard?board=monthly');
  });
}
