import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page, Route } from 'playwright/test';
import { ROOT } from '../../tests/support/project.ts';
import { test as base, expect } from '../support/fixtures.ts';
import { buyFromHeader, choose, creditsOnServer, saysToast } from '../support/money.ts';
import { isHome, newPhone } from '../support/player.ts';
import type { ServerKind } from '../support/servers.ts';
import { OPERATOR_PROOF_SECRET, signedLink } from '../support/signed-link.ts';

/** The card provider, and the payments made there: their references, each with the player's id. */
type Provider = { url: string; paid: Map<string, string> };

/** The app with a real card provider, as its own server asks it. */
const test = base.extend<{ serverKind: ServerKind }, { provider: Provider }>({
  provider: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures here
    async ({}, use) => {
      const paid = new Map<string, string>();
      const asked = createServer(({ url = '' }, reply) => {
        const reference = url.replace('/transaction/verify/', '');
        const userId = paid.get(reference);
        const status = userId ? 'success' : 'abandoned';
        const data = { reference, status, amount: 10_150, currency: 'NGN', metadata: { userId } };
        reply
          .setHeader('Content-Type', 'application/json')
          .end(JSON.stringify({ status: true, data }));
      });
      await new Promise<void>((listens) => void asked.listen(0, '127.0.0.1', listens));
      await use({ url: `http://127.0.0.1:${(asked.address() as AddressInfo).port}`, paid });
      asked.close();
    },
    { scope: 'worker' },
  ],
  serverKind: async ({ provider }, use) => {
    await use({
      env: {
        SIGN_IN_POLICY: 'operator',
        OPERATOR_PROOF_SECRET,
        CARD_SECRET_KEY: 'sk_test_1',
        CARD_PUBLIC_KEY: 'pk_test_1',
        CARD_URL: provider.url,
      },
    });
  },
});

test.use({
  // The policy reports the provider's markup and does not refuse it (ADR-0022). No player has a
  // plan here.
  expectedErrors: [/\[Report Only\]|report-only|net::ERR_|404 .*airtime\/verify/i],
});

const CHECKOUT = 'https://checkout.paystack.com/**';

/** The part of the provider's form that its script uses. */
const FORM = `<!doctype html><title>Checkout</title><button id="pay">Pay with this card</button>
<script>
  const say = (event, data = {}) => parent.postMessage({ event, data }, '*');
  let asked = null;
  addEventListener('message', ({ data }) => {
    if (data.type !== 'inline:url' || asked) return;
    asked = data.params;
    say('loaded:transaction', { id: 1, customer: {}, accessCode: 'code' });
  });
  pay.onclick = () => say('success', { reference: asked.reference, status: 'success' });
  say('loaded:checkout');
</script>`;

/** A page of its own that never sends a message. */
const MUTE = '<!doctype html><title>Checkout</title><p>One moment</p>';

/** Goes to the provider's window, whose form answers by `form`. */
async function openWindow(page: Page, form: (route: Route) => unknown): Promise<void> {
  const script = await readFile(
    join(ROOT, 'node_modules/@paystack/inline-js/dist/inline.js'),
    'utf8',
  );
  await page.route('**/sandbox/card/inline.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: script }),
  );
  await page.route(CHECKOUT, form);
  await page.goto(signedLink(newPhone()));
  await isHome(page);
  const plans = await buyFromHeader(page, 'Start Subscription');
  await choose(page, /^Card/);
  await plans.getByRole('button', { name: 'Continue' }).press('Enter');
  await page.getByLabel('Email').fill('ada@example.ng');
  await pay(page);
}

/** By a key: a tap this soon after the dialog came back would count as stray. */
async function pay(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Pay ₦101.50' }).press('Enter');
  await expect(page.getByText('Opening…')).toBeVisible();
}

const layers = (page: Page) => page.locator('body > iframe');
const card = (page: Page) =>
  page
    .frameLocator('iframe[id^=inline-checkout]')
    .getByRole('button', { name: 'Pay with this card' });

/**
 * No element of the provider covers the app, and no payment is shown as pending, after a return
 * either.
 */
async function isLeft(page: Page): Promise<void> {
  await saysToast(page, 'Payment window closed');
  await expect(page.getByRole('button', { name: 'Pay ₦101.50' })).toBeVisible();
  await expect(layers(page)).toHaveCount(0);
}

const WAYS_OUT: Record<string, (page: Page) => Promise<unknown>> = {
  Back: (page) => page.goBack(),
  Escape: (page) => page.keyboard.press('Escape'),
  'the way out that comes after some seconds': async (page) => {
    await expect(page.getByText('The card window is slow to open.')).toBeVisible({
      timeout: 20_000,
    });
    await page.getByRole('button', { name: 'Go back' }).press('Enter');
  },
};

const FORMS: Record<string, (route: Route) => unknown> = {
  'never answers': () => undefined,
  'is a page that says nothing': (route) => route.fulfill({ contentType: 'text/html', body: MUTE }),
  'cannot be reached': (route) => route.abort(),
};

for (const [index, [what, form]] of Object.entries(FORMS).entries()) {
  const [way = '', leave = async () => undefined] = Object.entries(WAYS_OUT)[index] ?? [];
  test(`a card window whose form ${what} is left by ${way}, and no payment waits`, {
    tag: '@full',
  }, async ({ page, server, provider }) => {
    await openWindow(page, form);
    await expect(layers(page).first()).toBeHidden();
    await leave(page);
    await isLeft(page);
    await page.reload();
    await isHome(page);
    await expect(page.getByText('A payment is waiting')).toHaveCount(0);
    expect(provider.paid.size).toBe(0);
    expect(await creditsOnServer(page, server.url)).toEqual([]);
  });
}

test('a card window that is late is there in the end, is paid in, and its payment counts once', async ({
  page,
  server,
  provider,
}) => {
  let answer = () => {};
  const late = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await openWindow(page, async (route) => {
    await late;
    await route.fulfill({ contentType: 'text/html', body: FORM });
  });
  await expect(card(page)).toBeHidden();
  await page.keyboard.press('Escape');
  await isLeft(page);
  const [left] = await keptOnPhone(page);
  await pay(page);
  answer();
  await expect(page.getByText('Opening…')).toHaveCount(0);
  await expect(card(page)).toBeVisible();
  // Its own styles are allowed: its display while a bank is asked is visible.
  const spinner = page.frameLocator('iframe[id^=inline-background]').locator('#spinner');
  expect(await spinner.evaluate((one) => getComputedStyle(one).position)).toBe('relative');
  const [, open] = await keptOnPhone(page);
  provider.paid.set(open?.reference ?? '', open?.playerId ?? '');
  await card(page).click();
  await saysToast(page, 'Payment made successfully');
  await expect(layers(page)).toHaveCount(0);
  expect(await creditsOnServer(page, server.url)).toEqual([1000]);

  // The closed window had been paid in, as the provider reports on a return.
  provider.paid.set(left?.reference ?? '', left?.playerId ?? '');
  await page.reload();
  await saysToast(page, 'Payment made successfully');
  await page.reload();
  await isHome(page);
  expect(await creditsOnServer(page, server.url)).toEqual([1000, 1000]);
});

/** The payments without a known outcome on this phone, oldest first. */
const keptOnPhone = (page: Page): Promise<{ reference: string; playerId: string }[]> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('fom-payment') ?? '[]'));
