import type { Page } from 'playwright/test';
import { expectAccessible } from '../support/accessible.ts';
import { linkForm } from '../support/entries.ts';
import { expect, test } from '../support/fixtures.ts';
import { restInFull } from '../support/full.ts';
import { isHome, isOfflineReady, makePlayer, newPhone, signUp } from '../support/player.ts';

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('button', { name: 'Get started' })).toBeVisible();
}

for (const [index, entry] of ['login', 'authenticate'].entries()) {
  test(
    `/${entry} creates a player, and knows them when they come back`,
    restInFull(index),
    async ({ page }) => {
      const phone = linkForm(newPhone());
      await page.goto(`/${entry}?msisdn=${phone}`);
      await expect(page).toHaveURL(/\/home$/);
      await isHome(page);
      // The player's age is unknown.
      await page.getByRole('button', { name: 'Not now' }).click();
      await signOut(page);
      await page.goto(`/${entry}?msisdn=${phone}`);
      await expect(page).toHaveURL(/\/home$/);
      await expect(page.getByText('1,000').first()).toBeVisible();
    },
  );

  test(`/${entry} without a number, or with a bad one, leads to the landing`, async ({ page }) => {
    for (const query of ['', '?msisdn=<b>1</b>', '?msisdn=1&msisdn=2&next=//evil.example']) {
      await page.goto(`/${entry}${query}`);
      await expect(page).toHaveURL(/:\d+\/$/);
      await expect(page.getByRole('heading', { name: 'Win fast cash!' })).toBeVisible();
    }
  });
}

test.describe('a player whose operator refuses', () => {
  test('is signed in, told so, and goes home', { tag: '@full' }, async ({ page }) => {
    const phone = newPhone().replace(/..$/, '01');
    await makePlayer(page, 'Ada', phone);
    await page.goto(`/login?msisdn=${linkForm(phone)}`);
    await expect(
      page.getByRole('heading', { name: 'Your subscription could not be confirmed' }),
    ).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Go to home' }).click();
    await expect(page).toHaveURL(/\/home$/);
  });
});

test.describe(() => {
  test.use({ serviceWorkers: 'allow' });

  test('/login says that there is no network, and goes on when it is back', async ({
    page,
    relay,
  }) => {
    await page.goto('/');
    await isOfflineReady(page);
    relay.cut();
    await page.goto(`/login?msisdn=${linkForm(newPhone())}`);
    await expect(page.getByRole('heading', { name: 'No network' })).toBeVisible();
    await expectAccessible(page);
    relay.restore();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page).toHaveURL(/\/home$/);
  });
});

test('/secure-d confirms the subscription, or leads to the landing', { tag: '@full' }, async ({
  page,
}) => {
  const phone = linkForm(newPhone());
  await page.goto(`/secure-d?msisdn=${phone}&status=failed`);
  await expect(page.getByText('Your subscription was not confirmed')).toBeVisible();
  await expect(page).toHaveURL(/:\d+\/$/);
  await page.goto(`/secure-d?msisdn=${phone}&status=success`);
  await expect(page).toHaveURL(/\/home$/);
});

test('a campaign without a page has a message and a way home', { tag: '@full' }, async ({
  page,
}) => {
  await page.goto(`/campaign/radio/txn-1?msisdn=${linkForm(newPhone())}&url=//evil.example`);
  await expect(page.getByRole('heading', { name: 'This offer is not open now' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Go Home' }).click();
  await expect(page).toHaveURL(/:\d+\/$/);
});

test('the onboarding subscribes a new number, which then makes its account', async ({ page }) => {
  await page.goto('/onboarding');
  await expect(page.getByRole('heading', { name: 'Compete for Prizes' })).toBeVisible();
  await expectAccessible(page);
  const phone = newPhone();
  await page.getByLabel('Phone number').fill(phone);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(/:\d+\/$/);
  await expect(page.getByText('You are subscribed.')).toBeVisible();
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('I am 18 or older').check();
  await page.getByRole('button', { name: 'Enter' }).click();
  await expect(page).toHaveURL(/\/home$/);

  await signOut(page);
  await page.goto('/onboarding');
  await page.getByLabel('Phone number').fill(phone);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(/\/home$/);
});

test('the subscribe variant says what the operator refuses, and can go on', {
  tag: '@full',
}, async ({ page }) => {
  await page.goto('/onboarding?variant=subscribe');
  await page.getByLabel('Phone number').fill(newPhone().replace(/..$/, '01'));
  await page.getByRole('button', { name: 'Subscribe NGN 100/Week' }).click();
  await expect(page.getByRole('alert')).toContainText('Not enough airtime');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByRole('dialog', { name: 'Get started' })).toBeVisible();
});

test.describe('two tabs', () => {
  // Calls of a tab that is open while the other one signs out.
  test.use({ expectedErrors: [/401 \(Unauthorized\)/] });

  test('two tabs follow each other in and out', async ({ context, page }) => {
    const other = await context.newPage();
    await other.goto('/');
    await page.bringToFront();
    await signUp(page, 'Ada');
    await expect(other).toHaveURL(/\/home$/);
    await other.bringToFront();
    await signOut(other);
    await expect(page).toHaveURL(/:\d+\/$/);
  });
});

test('a keyboard alone signs a player up', { tag: '@full' }, async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Get started' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Phone number')).toBeFocused();
  await page.keyboard.type(newPhone());
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.keyboard.type('ada@example.com');
  for (const _ of ['username', 'another name', 'age']) await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/home$/);
});
