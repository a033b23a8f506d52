import { expect, test } from '../support/fixtures.ts';
import {
  buyFromHeader,
  choose,
  confirmUntil,
  creditsOnServer,
  payByWallet,
  saysToast,
} from '../support/money.ts';
import { comeHome, newPhone } from '../support/player.ts';
import { changeSession } from '../support/session.ts';

test.use({ expectedErrors: [/status of 502|net::ERR_FAILED/] });

test('coins for a level that cost too much, by a wallet whose first reply was lost', async ({
  page,
  server,
}) => {
  await comeHome(page, 'Ada', newPhone().replace(/..$/, '52'));
  // A pending check of the subscription would bring the balance back.
  await page.waitForLoadState('networkidle');
  await changeSession(page, (session) => {
    (session.user as Record<string, unknown>).pointBalance = 0;
  });
  await page.getByRole('button', { name: 'La Liga' }).click();
  await page.getByRole('button', { name: /^Easy/ }).click();
  await page.getByRole('button', { name: 'Buy Coins' }).click();
  await page.getByRole('tab', { name: 'Mobile money' }).click();
  await choose(page, /^750/);
  await page.getByRole('button', { name: 'Continue' }).click();
  const keys: (string | undefined)[] = [];
  await page.route('**/collections/pay', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length > 1) return route.continue();
    await route.fetch();
    await route.abort();
  });
  await payByWallet(page);
  await expect(page.getByText('Check your phone')).toBeVisible();
  // The app has asked again by itself, for the same payment.
  expect(keys).toEqual([keys[0], keys[0]]);
  const done = page.getByRole('dialog', { name: 'TRANSACTION SUCCESSFUL!' });
  await confirmUntil(page, done);
  await expect(done).toContainText('+750 coins');
  // By a key: it is at the place of the tap that asked for the payment.
  await done.getByRole('button', { name: 'Done' }).press('Enter');
  await expect(page.getByRole('dialog', { name: 'Select Level' })).toContainText('1,750 coins');
  expect(await creditsOnServer(page, server.url)).toEqual([750]);
});

test('wallets that are missing, down, refusing or failing leave the player a way on', {
  tag: '@full',
}, async ({ page, server }) => {
  const phone = newPhone().replace(/..$/, '01');
  await comeHome(page, 'Bola', phone);
  await buyFromHeader(page, 'Start Subscription');
  await choose(page, /^Mobile money/);
  await page.getByRole('button', { name: 'Continue' }).click();
  const field = page.getByLabel('Mobile money number');
  const fill = (ending: string) => field.fill(phone.replace(/..$/, ending));
  const unable = 'Unable to complete at the moment';

  await fill('00');
  await expect(page.getByText(/is not registered on Airtel Smartcash or MTN MoMo/)).toBeVisible();
  await expect(page.getByRole('link', { name: /MoMo/ })).toHaveAttribute('href', 'tel:*671%23');
  await fill('96');
  await expect(page.getByText(unable)).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Check again' })).toBeVisible();
  await fill('94');
  await payByWallet(page);
  await saysToast(page, unable);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await buyFromHeader(page, 'Start Subscription');
  await choose(page, /^Mobile money/);
  await page.getByRole('button', { name: 'Continue' }).click();
  await fill('95');
  await payByWallet(page);
  await confirmUntil(page, page.getByRole('dialog').getByText(unable));
  await expect(page.getByRole('button', { name: 'Pay ₦204.00' })).toBeVisible();
  expect(await creditsOnServer(page, server.url)).toEqual([]);
});

test('a page that is closed before the PIN is found again, beside another tab, and credits once', async ({
  page,
  context,
  server,
}) => {
  await comeHome(page, 'Chidi', newPhone().replace(/..$/, '54'));
  await buyFromHeader(page, 'Buy Coins');
  await page.getByRole('tab', { name: 'Mobile money' }).click();
  await choose(page, /^1,500/);
  await page.getByRole('button', { name: 'Continue' }).click();
  await payByWallet(page);
  await expect(page.getByText('Check your phone')).toBeVisible();
  await page.close();

  const [first, second] = [await context.newPage(), await context.newPage()];
  // The service decides by its second answer, so it gives none until both tabs wait.
  await context.route('**/collections/FOM-*', (route) =>
    route.fulfill({ json: { status: true, data: { status: 'pending' } } }),
  );
  for (const tab of [first, second]) {
    await tab.goto('/home');
    const waits = tab.getByRole('dialog', { name: 'A payment is waiting' });
    await expect(waits).toContainText('₦204.00 for 1,500 coins, by SmartCash.');
    await waits.getByRole('button', { name: 'Confirm payment' }).click();
    await expect(tab.getByText('Check your phone')).toBeVisible();
  }
  await context.unrouteAll();
  await confirmUntil(second, second.getByText('TRANSACTION SUCCESSFUL!'));
  await first.bringToFront();
  await confirmUntil(first, first.getByText('TRANSACTION SUCCESSFUL!'));
  await first.getByRole('button', { name: 'Done' }).click();
  await expect(first.getByRole('button', { name: '2,500 coins' })).toBeVisible();
  expect(await creditsOnServer(first, server.url)).toEqual([1500]);
});

test('a prompt that is never answered waits over a return', { tag: '@full' }, async ({ page }) => {
  await comeHome(page, 'Dayo', newPhone().replace(/..$/, '98'));
  await buyFromHeader(page, 'Buy Coins');
  await page.getByRole('tab', { name: 'Mobile money' }).click();
  await choose(page, /^750/);
  await page.getByRole('button', { name: 'Continue' }).click();
  await payByWallet(page);
  await confirmUntil(page, page.getByText('Unable to verify payment'));
  await page.reload();
  const waits = page.getByRole('dialog', { name: 'A payment is waiting' });
  await waits.getByRole('button', { name: 'Not now' }).click();
  await expect(waits).toBeHidden();
  await expect(page.getByRole('button', { name: '1,000 coins' })).toBeVisible();
});
