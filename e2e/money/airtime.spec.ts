import { expect, test } from '../support/fixtures.ts';
import {
  buyFromHeader,
  choose,
  creditsOnServer,
  pressInWindow,
  saysToast,
} from '../support/money.ts';
import { comeHome, newPhone } from '../support/player.ts';

test.use({ expectedErrors: [/status of 502/] });

test('a plan refused by the network shows as refused everywhere, and can be paid by card from the dashboard', async ({
  page,
  server,
}) => {
  await comeHome(page, 'Ada', newPhone().replace(/..$/, '01'));
  const card = page.getByRole('status', { name: 'Not enough airtime' });
  await expect(card).toBeVisible();
  await page.getByRole('button', { name: /coins$/ }).click();
  const drawer = page.getByRole('dialog', { name: 'Your coins' });
  await expect(drawer.getByRole('heading', { name: 'Not enough airtime' })).toBeVisible();
  await drawer.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'La Liga' }).click();
  await expect(page.getByText('has ended')).toHaveCount(0);
  await page.getByRole('button', { name: /^Easy/ }).click();
  await page
    .getByRole('dialog', { name: 'Not enough airtime' })
    .getByRole('button', { name: 'Go Home' })
    .click();

  await card.getByRole('button', { name: /^Card/ }).click();
  await expect(page.getByRole('radio', { name: /^Card/ })).toBeChecked();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Pay ₦101.50' }).click();
  await pressInWindow(page, 'Pay');
  await saysToast(page, 'Payment made successfully');
  await expect(card).toBeHidden();
  await expect(page.getByRole('button', { name: '1,000 coins' })).toBeVisible();
  expect(await creditsOnServer(page, server.url)).toEqual([1000]);
});

for (const [ending, title] of [
  ['02', 'Waiting for your network'],
  ['03', 'Your network did not answer'],
] as const) {
  test(`a plan asked for in vain is on the dashboard and in the sheet: ${title}`, {
    tag: '@full',
  }, async ({ page }) => {
    await comeHome(page, 'Bola', newPhone().replace(/..$/, ending));
    const card = page.getByRole('status', { name: title });
    await expect(card).toContainText('Weekly plan, ₦100');
    const plans = await buyFromHeader(page, 'Start Subscription');
    await expect(plans.getByText(title)).toBeVisible();
    await expect(plans.getByRole('radio')).toHaveCount(0);
  });
}

test('a plan paid from airtime stays one charge after a reload and from another page', async ({
  page,
}) => {
  const charges: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/payments/subscribe/')) charges.push(request.url());
  });
  // Until it is paid, the operator has no record of it.
  await page.route('**/airtime/verify/**', (route) =>
    route.fulfill({ json: { status: false, data: null, code: 'subscription/none' } }),
  );
  await comeHome(page, 'Bola', newPhone().replace(/..$/, '02'));
  const plans = await buyFromHeader(page, 'Start Subscription');
  await plans.getByRole('tab', { name: /Daily/ }).click();
  await choose(page, /^Airtime/);
  await plans.getByRole('button', { name: 'Pay ₦50 from airtime' }).click();
  const title = 'Waiting for your network';
  await expect(plans.getByText(title)).toBeVisible();
  await expect(plans.getByRole('radio')).toHaveCount(0);
  await plans.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('status', { name: title })).toContainText('Daily plan, ₦50');

  await page.unrouteAll();
  await page.goto('/billing');
  await page.getByRole('button', { name: 'Weekly', exact: true }).click();
  await expect(plans.getByRole('status')).toContainText('Daily plan, ₦50');
  await expect(plans.getByRole('radio')).toHaveCount(0);
  const check = page.waitForResponse(/ondemand\/airtime\/verify/);
  await plans.getByRole('button', { name: 'Check again' }).click();
  await check;
  await expect(plans.getByRole('status')).toContainText(title);
  expect(charges).toHaveLength(1);
});
