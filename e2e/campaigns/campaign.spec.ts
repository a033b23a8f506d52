import { OFFERS } from '../support/builds.ts';
import { offer, watchElsewhere } from '../support/elsewhere.ts';
import { linkForm } from '../support/entries.ts';
import { answerBadly, noNetwork, serverError, silence } from '../support/faults.ts';
import { expect } from '../support/fixtures.ts';
import { restInFull } from '../support/full.ts';
import { testOnBuild } from '../support/own-server.ts';
import { isOfflineReady, newPhone } from '../support/player.ts';

const CAMPAIGN = OFFERS.VITE_CAMPAIGN_URL;

const test = testOnBuild('gloWithOffers');

test.use({ expectedErrors: [/status of 500|net::ERR_/] });

test("a campaign's visit is counted and goes to the configured page", async ({
  page,
  context,
  appUrl,
}) => {
  const opened = await watchElsewhere(context, appUrl);
  const isShown = Promise.withResolvers<void>();
  await page.route('**/api/v2/campaigns', async (route) => {
    await isShown.promise;
    await route.continue();
  });
  const visit = page.waitForRequest('**/api/v2/campaigns');
  const counted = page.waitForResponse('**/api/v2/campaigns');
  const phone = linkForm(newPhone());
  await page.goto('/');
  await page.goto(`/campaign/radio/txn-1?msisdn=${phone}`);
  await expect(page.getByText('Redirecting')).toBeVisible();
  expect(opened).toEqual([]);
  isShown.resolve();
  expect((await visit).postDataJSON()).toEqual({
    msisdn: phone,
    referer: 'radio',
    txnId: 'txn-1',
  });
  expect((await counted).status()).toBe(200);
  await expect(offer(page)).toBeVisible();
  expect(opened).toEqual([CAMPAIGN]);
  // Back leads to the visitor's last page, not into the redirect again.
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Win fast cash!' })).toBeVisible();
});

for (const [fault, answer] of Object.entries({
  'a failing server': serverError,
  'no network': noNetwork,
  'a line that never answers': silence,
})) {
  test(`${fault} holds no visitor of a campaign up`, { tag: '@full' }, async ({
    page,
    context,
    appUrl,
  }) => {
    const opened = await watchElsewhere(context, appUrl);
    await answerBadly(page, { method: 'POST', path: 'campaigns' }, answer);
    await page.goto(`/campaign/radio/txn-1?msisdn=${linkForm(newPhone())}`);
    await expect(offer(page)).toBeVisible();
    expect(opened).toEqual([CAMPAIGN]);
  });
}

test.describe(() => {
  test.use({ serviceWorkers: 'allow' });

  test('with the line cut a campaign goes on from the copy on the phone', { tag: '@full' }, async ({
    page,
    context,
    appUrl,
    relay,
  }) => {
    const opened = await watchElsewhere(context, appUrl);
    await page.goto('/');
    await isOfflineReady(page);
    relay.cut();
    await page.goto('/campaign/radio/txn-1');
    await expect(offer(page)).toBeVisible();
    expect(opened).toEqual([CAMPAIGN]);
  });
});

const EVIL = encodeURIComponent('https://evil.example/');
const TARGETS = ['url', 'redirect', 'redirect_uri', 'next', 'return', 'to', 'msisdn', 'status'];
const QUERY = TARGETS.map((name) => `${name}=${EVIL}`).join('&');
const EVIL_LINKS = [
  `/campaign/radio/1?${QUERY}`,
  `/campaign/${EVIL}/${EVIL}`,
  `/campaign/javascript:alert(1)/2?url=javascript:alert(1)`,
  `/campaign/radio/1?url=//evil.example#//evil.example`,
];

for (const [index, path] of EVIL_LINKS.entries()) {
  test(
    `${decodeURIComponent(path).slice(0, 60)} leads to the configured page alone`,
    restInFull(index),
    async ({ page, context, appUrl }) => {
      const opened = await watchElsewhere(context, appUrl);
      await page.goto(path);
      await expect(offer(page)).toBeVisible();
      await expect(page).toHaveURL(CAMPAIGN);
      expect(opened).toEqual([CAMPAIGN]);
    },
  );
}

for (const [index, path] of [
  '/login',
  '/authenticate',
  '/secure-d',
  '/onboarding',
  '/',
  '/faqs',
].entries()) {
  test(
    `no target in the query of ${path} is followed`,
    restInFull(index),
    async ({ page, context, appUrl }) => {
      const opened = await watchElsewhere(context, appUrl);
      await page.goto(`${path}?${QUERY}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.waitForLoadState('networkidle');
      expect(new URL(page.url()).origin).toBe(appUrl);
      expect(opened).toEqual([]);
      expect(context.pages()).toHaveLength(1);
    },
  );
}
