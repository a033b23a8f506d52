import type { Page } from 'playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { restInFull } from '../support/full.ts';
import { testOnServer } from '../support/own-server.ts';
import { newPhone } from '../support/player.ts';

const DETECTED = newPhone();

/** A server whose network supplies the number of the calling phone. */
const testOnNetwork = testOnServer({ SANDBOX_MSISDN: DETECTED.replace(/^0/, '234') });

async function getStarted(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Get started' }).click();
}

/** Signs up with the number in the field; gives the data that the server got. */
async function accountOf(page: Page): Promise<{ phone: string; platform: string }> {
  await page.getByRole('button', { name: 'Enter' }).click();
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('I am 18 or older').check();
  const creation = page.waitForRequest((request) => request.method() === 'POST');
  await page.getByRole('button', { name: 'Enter' }).click();
  const account = (await creation).postDataJSON();
  await expect(page).toHaveURL(/\/home$/);
  return account;
}

testOnNetwork(
  'a number that the network tells is filled in and counted as its own',
  { tag: '@full' },
  async ({ page }) => {
    await getStarted(page);
    await expect(page.getByLabel('Phone number')).toHaveValue(DETECTED.slice(1));
    expect(await accountOf(page)).toMatchObject({
      phone: DETECTED.replace(/^0/, '234'),
      platform: 'network',
    });
  },
);

testOnNetwork(
  'a number that is typed in place of the told one is not',
  { tag: '@full' },
  async ({ page }) => {
    await getStarted(page);
    await expect(page.getByLabel('Phone number')).toHaveValue(DETECTED.slice(1));
    await page.getByLabel('Phone number').fill(newPhone());
    expect(await accountOf(page)).toMatchObject({ platform: 'rave' });
  },
);

testOnNetwork('what is typed first stays', async ({ page }) => {
  const told = Promise.withResolvers<void>();
  await page.route('**/he.php', async (route) => {
    await told.promise;
    await route.continue();
  });
  await getStarted(page);
  const typed = newPhone();
  await page.getByLabel('Phone number').fill(typed);
  const answered = page.waitForResponse('**/he.php');
  told.resolve();
  await answered;
  expect(await accountOf(page)).toMatchObject({ platform: 'rave' });
});

testOnNetwork('the onboarding has the number too', { tag: '@full' }, async ({ page }) => {
  await page.goto('/onboarding');
  await expect(page.getByLabel('Phone number')).toHaveValue(DETECTED.slice(1));
});

test('without a number from the network the player types it', { tag: '@full' }, async ({
  page,
}) => {
  const told = page.waitForResponse('**/he.php');
  await getStarted(page);
  expect(await (await told).json()).toEqual({ msisdn: null });
  await expect(page.getByLabel('Phone number')).toHaveValue('');
  await page.getByLabel('Phone number').fill(newPhone());
  expect(await accountOf(page)).toMatchObject({ platform: 'rave' });
});

const REPLIES = {
  'an error': { status: 500, json: { msisdn: '2348030000055' } },
  'a page': { contentType: 'text/html', body: '<html><script>window.isRun=true</script></html>' },
  'no number': { json: { msisdn: '<b>2348030000055</b>' } },
  'a short number': { json: { msisdn: '23480300' } },
  'a number of another country': { json: { msisdn: '2338030000055' } },
};

test.describe(() => {
  test.use({ expectedErrors: [/status of 500/] });

  for (const [index, [kind, reply]] of Object.entries(REPLIES).entries()) {
    test(`${kind} in place of the number is ignored`, restInFull(index), async ({ page }) => {
      await page.route('**/he.php', (route) => route.fulfill(reply));
      const told = page.waitForResponse('**/he.php');
      await getStarted(page);
      await (await told).finished();
      await page.getByRole('button', { name: 'Enter' }).click();
      await expect(page.getByText('Phone number must be 10 or 11 digits')).toBeVisible();
      await expect(page.getByLabel('Phone number')).toHaveValue('');
      expect(await page.evaluate(() => 'isRun' in window)).toBe(false);
    });
  }
});

test.describe('a network that never answers', () => {
  test.use({ expectedErrors: [/net::ERR_/] });

  test('holds the dialog up no moment, and is not listened to after 2 s', { tag: '@full' }, async ({
    page,
  }) => {
    await page.clock.install();
    const asked = page.waitForRequest('**/he.php');
    const given = page.waitForEvent('requestfailed', (request) => /he\.php/.test(request.url()));
    await page.route('**/he.php', () => undefined);
    await getStarted(page);
    await asked;
    await expect(page.getByLabel('Phone number')).toBeEditable();
    await page.getByLabel('Phone number').fill(newPhone());
    await page.clock.fastForward(2000);
    await given;
    expect(await accountOf(page)).toMatchObject({ platform: 'rave' });
  });

  test('holds a campaign up for 2 s at most', { tag: '@full' }, async ({ page }) => {
    await page.clock.install();
    const asked = page.waitForRequest('**/he.php');
    await page.route('**/he.php', () => undefined);
    const visit = page.waitForRequest('**/api/v2/campaigns');
    await page.goto('/campaign/radio/txn-1');
    await asked;
    await page.clock.fastForward(2000);
    expect((await visit).postDataJSON()).toEqual({ msisdn: '', referer: 'radio', txnId: 'txn-1' });
    await expect(page.getByRole('heading', { name: 'This offer is not open now' })).toBeVisible();
  });
});
