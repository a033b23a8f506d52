import type { Page } from 'playwright/test';
import { fillBankAccount } from '../support/bank.ts';
import { expect, test } from '../support/fixtures.ts';
import { everythingKept } from '../support/kept.ts';
import { found, personalOf } from '../support/personal.ts';
import { isOfflineReady, signUp } from '../support/player.ts';
import { answer, leaveRound, parkRound, startRound } from '../support/round.ts';

test.use({ serviceWorkers: 'allow' });

/** A name that is no word of the game. */
const NAME = 'Qwxzyjk';

/** The number of a bank account that was typed and not sent. */
const TYPED_ACCOUNT = '9081726354';

const isLanding = (page: Page) =>
  expect(page.getByRole('button', { name: 'Get started' })).toBeVisible();

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  // A message and an unfinished round are pending.
  await page.getByRole('button', { name: 'Log out' }).press('Enter');
}

/** Leaves a trace of the player in every storage of the game. */
async function useEverything(page: Page, beOffline: () => Promise<void>): Promise<string> {
  await page.goto('/?social=radio&source=june');
  const phone = await signUp(page, NAME);
  await isOfflineReady(page);
  const first = await startRound(page, 'Serie A', 'Easy');
  await answer(page, first, 1, true);
  await leaveRound(page);
  await expect(page.getByText('Leaderboard updated successfully!')).toBeVisible();
  await page.getByRole('button', { name: 'Add Withdrawal Account' }).click();
  await fillBankAccount(page, 'Access', `${phone.slice(-9)}5`);
  // A tap would count as left over from the dialog before.
  await page.getByRole('button', { name: 'Submit' }).press('Enter');
  await expect(page.getByRole('img', { name: /^Account number ending/ })).toBeVisible();
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('link', { name: 'Home' }).click();
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('link', { name: 'Leaderboard' }).click();
  await page.getByRole('tab', { name: 'Current Week' }).click();
  await expect(page.getByText('You', { exact: true }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  // An unfinished round, with an answer.
  const second = await startRound(page, 'La Liga', 'Easy');
  await answer(page, second, 1, true);
  await parkRound(page);
  await expect(page.getByText('Your game is still open')).toBeVisible();
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('link', { name: 'Contact' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(/@/);
  await beOffline();
  await page.getByLabel('Subject').fill('My cash');
  await page.getByLabel('Message').fill(`It is ${NAME} here, call me: ${phone}`);
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('1 message waiting to send')).toBeVisible();
  await page.getByLabel('Message').fill('I am not done');
  await page.getByRole('button', { name: 'Back' }).click();
  return phone;
}

test('a logout leaves nothing of the player on the phone, in any tab', async ({
  page,
  context,
  relay,
}) => {
  const other = await context.newPage();
  await page.bringToFront();
  const phone = await useEverything(page, async () => {
    await other.goto('/leaderboard?tab=current-week');
    await expect(other.getByText('You', { exact: true }).first()).toBeVisible();
    await other.goto('/profile');
    await other.getByRole('button', { name: 'Change', exact: true }).click();
    await other.getByRole('textbox', { name: 'Account number' }).fill(TYPED_ACCOUNT);
    relay.cut();
  });
  const things = {
    ...(await personalOf(page, NAME, phone)),
    'typed account': TYPED_ACCOUNT,
    'typed message': 'I am not done',
  };
  expect(things.token).toMatch(/\S{20}/);
  // Everything is there while the player is signed in, so the search works.
  expect(found(things, await everythingKept(page))).toEqual(
    expect.arrayContaining([
      ...['token', 'phone with 234', 'ten digits', 'name', 'email', 'typed message'],
    ]),
  );
  expect(found(things, await everythingKept(other))).toContain('typed account');

  await logOut(page);
  await isLanding(page);
  await expect(page.getByText('You are logged out')).toBeVisible();
  await isLanding(other);
  for (const tab of [page, other]) {
    expect(found(things, await everythingKept(tab))).toEqual([]);
    expect(found(things, await tab.content())).toEqual([]);
  }
  // Nor when the line is back, and both tabs have been reopened.
  relay.restore();
  for (const tab of [page, other]) {
    await tab.bringToFront();
    await tab.reload();
    await isLanding(tab);
    await tab.waitForLoadState('networkidle');
    await tab.getByRole('button', { name: 'Get started' }).click();
    await expect(tab.getByLabel('Phone number')).toHaveValue('');
    expect(found(things, await everythingKept(tab))).toEqual([]);
  }
});
