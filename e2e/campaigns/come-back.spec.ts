import type { Page } from 'playwright/test';
import { OFFERS } from '../support/builds.ts';
import { offer, watchElsewhere } from '../support/elsewhere.ts';
import { linkForm } from '../support/entries.ts';
import { expect } from '../support/fixtures.ts';
import { testOnBuild } from '../support/own-server.ts';
import { makePlayer, newPhone } from '../support/player.ts';

const RETARGET = OFFERS.VITE_RETARGET_URL;

const test = testOnBuild('gloWithOffers');

/** A known player who is not signed in, and whose operator refuses the subscription. */
async function refusedPhone(page: Page): Promise<string> {
  const { phone } = await makePlayer(page, 'Ada', newPhone().replace(/..$/, '01'));
  return linkForm(phone);
}
const unconfirmed = (page: Page) =>
  page.getByRole('heading', { name: 'Your subscription could not be confirmed' });

test('a known player whose operator refuses sees the offer in a new tab, once', async ({
  page,
  context,
  appUrl,
}) => {
  const opened = await watchElsewhere(context, appUrl);
  const phone = await refusedPhone(page);
  const tab = context.waitForEvent('page');
  await page.goto(`/authenticate?msisdn=${phone}&url=//evil.example`);
  const elsewhere = await tab;
  await expect(offer(elsewhere)).toBeVisible();
  expect(elsewhere.url()).toBe(RETARGET);
  expect(await elsewhere.evaluate(() => [window.opener, document.referrer])).toEqual([null, '']);
  await expect(unconfirmed(page)).toBeVisible();
  await expect(page.getByRole('link', { name: 'See the offer' })).toHaveAttribute('href', RETARGET);
  const again = page.waitForResponse('**/api/v2/payments/subscription/ondemand/**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await again;
  await expect(unconfirmed(page)).toBeVisible();
  await page.getByRole('button', { name: 'Go to home' }).click();
  await expect(page).toHaveURL(/\/home$/);
  expect(opened).toEqual([RETARGET]);
});

for (const entry of ['/login?', '/secure-d?status=success&']) {
  test(`a known player whose operator refuses sees no offer at ${entry}`, {
    tag: '@full',
  }, async ({ page, context, appUrl }) => {
    const opened = await watchElsewhere(context, appUrl);
    const phone = await refusedPhone(page);
    await page.goto(`${entry}msisdn=${phone}`);
    await expect(unconfirmed(page)).toBeVisible();
    await expect(page.getByRole('link', { name: 'See the offer' })).toHaveCount(0);
    expect(opened).toEqual([]);
  });
}

test('a player whose operator confirms sees no offer', { tag: '@full' }, async ({
  page,
  context,
  appUrl,
}) => {
  const opened = await watchElsewhere(context, appUrl);
  await page.goto(`/authenticate?msisdn=${linkForm(newPhone())}`);
  await expect(page).toHaveURL(/\/home$/);
  expect(opened).toEqual([]);
});
