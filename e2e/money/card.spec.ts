import { expect, test } from '../support/fixtures.ts';
import {
  buyFromHeader,
  cardWindow,
  choose,
  creditsOnServer,
  pressInWindow,
  saysToast,
} from '../support/money.ts';
import { askServer, comeHome, comeTo, newPhone } from '../support/player.ts';

test('coins by card: no pack, a closed window, a declined card, then paid once', async ({
  page,
  server,
}) => {
  await comeHome(page, 'Ada');
  const packs = await buyFromHeader(page, 'Buy Coins');
  // By a key: this soon after the tap that opened the sheet, another one there would count as
  // stray.
  await packs.getByRole('button', { name: 'Continue' }).press('Enter');
  await expect(packs.getByText('Input amount')).toBeVisible();
  await choose(page, /^3,500/);
  await packs.getByRole('button', { name: 'Continue' }).click();

  const pay = page.getByRole('button', { name: 'Pay ₦507.50' });
  await pay.click();
  await pressInWindow(page, 'Close');
  await saysToast(page, 'Payment window closed');
  // By keys: a tap this soon after the dialog came back would count as stray.
  await pay.press('Enter');
  await pressInWindow(page, 'Decline');
  await saysToast(page, 'Error processing payment');
  // The newer message replaces the one before.
  await expect(page.locator('#toasts').getByText('Payment window closed')).toHaveCount(0);
  await pay.press('Enter');
  await pressInWindow(page, 'Pay');
  await saysToast(page, 'Payment made successfully');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: '4,500 coins' })).toBeVisible();
  expect(await creditsOnServer(page, server.url)).toEqual([3500]);
});

test('a plan by card from the billing page, with an email first, shows there at once', {
  tag: '@full',
}, async ({ page, server }) => {
  const phone = newPhone().replace(/..$/, '01');
  await comeTo(page, '/billing', 'Bola', phone, `${phone}@phone.invalid`);
  await page.getByRole('button', { name: 'Daily' }).click();
  await choose(page, /^Card/);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('It does not renew by itself.')).toBeVisible();
  await page.getByLabel('Email').fill('bola@example.ng');
  await page.getByRole('button', { name: 'Pay ₦50.75' }).click();
  await pressInWindow(page, 'Pay');
  await saysToast(page, 'Payment made successfully');
  await expect(page.getByRole('region', { name: 'Current plan' })).toContainText('Daily');
  await expect(page.getByRole('listitem')).toContainText(['Daily subscription₦50.75']);
  const { email } = await askServer<{ email: string }>(page, server.url, `user/${phone}`);
  expect(email).toBe('bola@example.ng');
});

test('a line that is lost after the payment leaves nothing to pay again, and the coins come once', async ({
  page,
  relay,
  server,
}) => {
  await comeHome(page, 'Chidi');
  const packs = await buyFromHeader(page, 'Buy Coins');
  await choose(page, /^750/);
  await packs.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Pay ₦101.50' }).click();
  await expect(cardWindow(page)).toBeVisible();
  await page.route('**/sandbox/card/charges', async (route) => {
    const response = await route.fetch();
    relay.cut();
    await route.fulfill({ response });
  });
  await pressInWindow(page, 'Pay');
  const unsure = page.getByRole('dialog', { name: 'Payment could not be verified' });
  await expect(unsure).toContainText('You pay ₦101.50 at most once.');
  await expect(unsure.getByRole('button', { name: /^Pay/ })).toHaveCount(0);
  relay.restore();
  await unsure.getByRole('button', { name: 'Check again' }).click();
  await saysToast(page, 'Payment made successfully');
  await expect(page.getByRole('button', { name: '1,750 coins' })).toBeVisible();
  expect(await creditsOnServer(page, server.url)).toEqual([750]);
});
