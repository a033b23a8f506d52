import type { Page } from 'playwright/test';
import { linkForm } from '../support/entries.ts';
import { expect, test } from '../support/fixtures.ts';
import { restInFull } from '../support/full.ts';
import { isOfflineReady, newPhone } from '../support/player.ts';

test.use({ serviceWorkers: 'allow' });

const press = (page: Page, name: string) => page.getByRole('button', { name }).click();
const phoneTyped = async (page: Page, button: string) => {
  await page.getByLabel('Phone number').fill(newPhone());
  await press(page, button);
};
const home = (page: Page) => expect(page).toHaveURL(/\/home$/);
const newPlayersForm = (page: Page) => expect(page.getByLabel('Email')).toBeVisible();

/** Entries opened without a line, on a phone that has the game already. */
const ENTRIES = [
  {
    path: '/landing',
    take: async (page: Page) => {
      await press(page, 'Get started');
      await phoneTyped(page, 'Enter');
    },
    says: 'No network. Check your connection and try again.',
    again: 'Enter',
    leadsTo: newPlayersForm,
  },
  ...[
    { path: '/onboarding', button: 'Login' },
    { path: '/onboarding?variant=subscribe', button: 'Subscribe NGN 100/Week' },
  ].map(({ path, button }) => ({
    path,
    take: (page: Page) => phoneTyped(page, button),
    says: 'No network',
    again: button,
    leadsTo: newPlayersForm,
  })),
  ...['/authenticate?', '/secure-d?status=success&'].map((path) => ({
    path: `${path}msisdn=${linkForm(newPhone())}`,
    take: async () => undefined,
    says: 'No network',
    again: 'Try again',
    leadsTo: home,
  })),
  {
    path: '/campaign/radio/txn-1',
    take: async () => undefined,
    says: 'This offer is not open now',
    again: 'Go Home',
    leadsTo: (page: Page) =>
      expect(page.getByRole('heading', { name: 'Win fast cash!' })).toBeVisible(),
  },
];

for (const [index, { path, take, says, again, leadsTo }] of ENTRIES.entries()) {
  const entry = path.replace(/&?msisdn=.*/, '');
  test(
    `${entry} opens with the line cut, says so and goes on when it is back`,
    restInFull(index),
    async ({ page, relay }) => {
      await page.goto('/faqs');
      await isOfflineReady(page);
      relay.cut();
      await page.goto(path);
      await take(page);
      await expect(page.getByText(says)).toBeVisible();
      relay.restore();
      await press(page, again);
      await leadsTo(page);
    },
  );
}

test.describe('an operator that is down', () => {
  test.use({ expectedErrors: [/status of 50\d/] });

  /** A number for which the sandbox's operator fails. */
  const badPhone = () => newPhone().replace(/..$/, '03');

  test('takes no subscription; the new player goes on without', async ({ page }) => {
    await page.goto('/onboarding');
    await page.getByLabel('Phone number').fill(badPhone());
    await press(page, 'Login');
    await expect(page.getByText('Your operator does not answer')).toBeVisible();
    await press(page, 'Sign up');
    // By a key: a test's tap comes before a player could have seen the button, and would count as
    // stray.
    await page.getByRole('button', { name: 'Enter' }).press('Enter');
    await page.getByLabel('Email').fill('ada@example.com');
    await page.getByLabel('I am 18 or older').check();
    await press(page, 'Enter');
    await home(page);
  });

  test('lets a new player in by a link, and a known one past its silence', async ({ page }) => {
    const phone = linkForm(badPhone());
    await page.goto(`/login?msisdn=${phone}`);
    await home(page);
    await press(page, 'Menu');
    await press(page, 'Logout');
    await expect(page.getByRole('button', { name: 'Get started' })).toBeVisible();
    await page.goto(`/login?msisdn=${phone}`);
    await expect(page.getByText('Your subscription could not be confirmed')).toBeVisible();
    await press(page, 'Go to home');
    await home(page);
  });
});
