import type { Page } from 'playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { testOnBuild } from '../support/own-server.ts';
import { comeHome, newPhone, signUp } from '../support/player.ts';

const GLO = {
  wordmark: 'Football Mastermind, glo',
  button: 'rgb(126, 214, 60)',
  bar: '#053018',
};
const HOUSE = { wordmark: 'Football Mastermind', button: 'rgb(255, 122, 26)', bar: '#06232b' };

const gloPhone = () => newPhone().replace('0803', '0805');

/** The operator's name, its colours, and the browser's bar. */
async function expectLooks(page: Page, { wordmark, bar }: typeof GLO): Promise<void> {
  await expect(page.getByRole('img', { name: wordmark, exact: true })).toBeVisible();
  await expect(page.locator('meta[name="theme-color"]')).toHaveAttribute('content', bar);
}

async function expectLanding(page: Page, looks: typeof GLO): Promise<void> {
  await expectLooks(page, looks);
  const start = page.getByRole('button', { name: 'Get started' });
  await expect(start).toHaveCSS('background-color', looks.button);
}

/**
 * The prizes that a player of the brand sees and those that are hidden
 * (pages.md#networks-and-brands).
 */
async function expectContent(page: Page, looks: typeof GLO): Promise<void> {
  const [shown, hidden] = looks === GLO ? ['Daily', 'Weekly'] : ['Weekly', 'Daily'];
  await expectLooks(page, looks);
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(page.getByRole('link', { name: 'Leaderboard' })).toBeVisible();
  if (looks === GLO) await expect(page.getByRole('link', { name: /raffle/i })).toHaveCount(0);
  await page.getByRole('link', { name: 'How To Win' }).click();
  await expect(page.getByRole('heading', { name: `${shown} cash` })).toBeVisible();
  await expect(page.getByRole('heading', { name: `${hidden} cash` })).toHaveCount(0);
  await page.getByRole('button', { name: 'Back' }).click();
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('button', { name: 'Get started' })).toBeVisible();
}

test('by the number: the looks come with the player and go with them', async ({ page }) => {
  await page.goto('/');
  await expectLanding(page, HOUSE);
  await signUp(page, 'Efe', gloPhone());
  await expectContent(page, GLO);
  await page.reload();
  await expectLooks(page, GLO);
  await logOut(page);
  await expectLanding(page, HOUSE);
});

test('by the link of the network: the looks come with a number of it', async ({ page }) => {
  await page.goto(`/login?msisdn=${gloPhone().replace(/^0/, '234')}`);
  await expect(page).toHaveURL(/\/home$/);
  await expectContent(page, GLO);
});

test('by ?network=glo: the looks stay for the visit, also after a logout', {
  tag: '@full',
}, async ({ page }) => {
  await page.goto('/?network=glo');
  await expectLanding(page, GLO);
  await signUp(page, 'Ada');
  await expectContent(page, GLO);
  await logOut(page);
  await expectLanding(page, GLO);
});

test("a player's own network counts before the one that the address names", {
  tag: '@full',
}, async ({ page }) => {
  await page.goto('/?network=all');
  await expectLanding(page, HOUSE);
  await comeHome(page, 'Efe', gloPhone());
  await page.goto('/home?network=all');
  await expectContent(page, GLO);
  await logOut(page);
  await expectLanding(page, HOUSE);
});

for (const path of ['/onboarding', '/faqs', '/campaign/radio/1', '/login', '/no/such/page']) {
  test(`${path}?network=glo has the looks too`, { tag: '@full' }, async ({ page }) => {
    await page.goto(`${path}?network=glo`);
    await expect(page.locator('html')).toHaveAttribute('data-brand', 'glo');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.goto('/');
    await expectLanding(page, GLO);
  });
}

const testOnGlo = testOnBuild('gloWithOffers');

testOnGlo.describe('by the build', () => {
  testOnGlo(
    'a visitor has the looks, and so has a player of no other network',
    { tag: '@full' },
    async ({ page }) => {
      await page.goto('/');
      await expectLanding(page, GLO);
      await signUp(page, 'Ada');
      await expectContent(page, GLO);
      await logOut(page);
      await expectLanding(page, GLO);
    },
  );

  testOnGlo('?network=all asks for the house', { tag: '@full' }, async ({ page }) => {
    await page.goto('/?network=all');
    await expectLanding(page, HOUSE);
  });
});
