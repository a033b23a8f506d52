import type { Page } from 'playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { restInFull } from '../support/full.ts';
import { everythingKept } from '../support/kept.ts';
import { found, personalOf } from '../support/personal.ts';
import { comeHome } from '../support/player.ts';

/** A name that is no word of the game. */
const NAME = 'Qwxzyjk';

const SUBSCRIPTION = '**/api/v2/payments/subscription/**';

/** Pending replies, and the page that requests them. */
const LATE = [
  { what: 'the subscription', address: SUBSCRIPTION, path: '/home' },
  { what: "the week's points", address: '**/api/v2/points/user-points', path: '/home' },
  { what: 'the board', address: '**/api/v2/points/tournament/**', path: '/leaderboard' },
];

test.use({ expectedErrors: [/net::ERR_|status of 401/] });

const isLanding = (page: Page) =>
  expect(page.getByRole('button', { name: 'Get started' })).toBeVisible();

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
}

/** Holds the replies from an address until released. */
async function holdReplies(page: Page, address: string) {
  const gate = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const asked = page.waitForRequest(address);
  await page.route(address, async (route) => {
    const response = await route.fetch();
    await gate.promise;
    // The page may have given it up meanwhile.
    await route.fulfill({ response }).catch(() => undefined);
    end.resolve();
  });
  const letGo = () => {
    gate.resolve();
    return end.promise;
  };
  return { asked, letGo };
}

/**
 * Makes a page report that it is running, so that a page on its way to another can be awaited.
 * @returns waits until the page has done its pending work
 */
async function watchWork(page: Page): Promise<() => Promise<void>> {
  let onBeat = () => {};
  await page.exposeFunction('beat', () => onBeat());
  await page.addInitScript(() => {
    setInterval(() => (window as unknown as { beat: () => void }).beat(), 50);
  });
  return () =>
    new Promise((resolve) => {
      let left = 3;
      onBeat = () => {
        left -= 1;
        if (left === 0) resolve();
      };
    });
}

for (const [index, { what, address, path }] of LATE.entries()) {
  test(
    `a logout in another tab holds though ${what} comes after it`,
    restInFull(index),
    async ({ page, context }) => {
      const phone = await comeHome(page, NAME);
      const things = await personalOf(page, NAME, phone);
      const other = await context.newPage();
      const isUpToDate = await watchWork(other);
      const { asked, letGo } = await holdReplies(other, address);
      await other.goto(path);
      await asked;
      await page.bringToFront();
      await logOut(page);
      await isLanding(page);
      await isLanding(other);
      await letGo();
      await isUpToDate();
      await isLanding(other);
      expect(found(things, await everythingKept(other))).toEqual([]);
    },
  );
}

test('a logout holds though the subscription comes while the landing is on its way', async ({
  page,
}) => {
  const phone = await comeHome(page, NAME);
  const things = await personalOf(page, NAME, phone);
  const isUpToDate = await watchWork(page);
  const { asked, letGo } = await holdReplies(page, SUBSCRIPTION);
  await page.goto('/home');
  await asked;
  // On a bad line the logout does not reach the server, and the old page goes on for a while.
  await page.route('**/api/v2/user/logout', (route) => route.abort());
  await page.route(/:\d+\/$/, async (route) => {
    await letGo();
    await isUpToDate();
    await route.continue();
  });
  const landing = page.waitForEvent('load');
  await logOut(page);
  await landing;
  await isLanding(page);
  expect(found(things, await everythingKept(page))).toEqual([]);
});
