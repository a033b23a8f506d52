import type { Page, Route } from 'playwright/test';
import { linkForm } from '../support/entries.ts';
import { answerBadly, noNetwork } from '../support/faults.ts';
import { expect, test } from '../support/fixtures.ts';
import { newPhone } from '../support/player.ts';

const UNREADABLE = 'The server sent something this app cannot read. Please try again.';
const MARKUP = '<img src=x onerror="window.isRun=true"><script>window.isRun=true</script>';
const MEGABYTES_10 = 10_000_000;

type Reply = Parameters<Route['fulfill']>[0];

const user = { id: '7', name: 'Ada', phone: '2348030000055' };
const meta = { token: 'a-token' };

/** Replies to a look-up outside the contract, all with 200. */
const BAD_REPLIES: Record<string, Reply> = {
  'a page': { contentType: 'text/html', body: `<html><body>${MARKUP}</body></html>` },
  'a page that says it is JSON': { contentType: 'application/json', body: MARKUP },
  'an empty body': { contentType: 'application/json', body: '' },
  'JSON that is cut off': { contentType: 'application/json', body: '{"status":true,"data":{"id' },
  null: { json: null },
  'a list': { json: [{ status: true, data: user, meta }] },
  'no status': { json: { data: user, meta } },
  'a yes without a player': { json: { status: true, data: null, meta } },
  'a player of the wrong shape': {
    json: { status: true, data: { id: { $gt: '' }, name: [MARKUP] }, meta },
  },
  'a token that is none': { json: { status: true, data: user, meta: { token: { is: MARKUP } } } },
  '10 MB': { json: { status: true, data: { ...user, name: 'A'.repeat(MEGABYTES_10) }, meta } },
};

/** The entries that get such a reply, and the way on from their message. */
const ENTRIES = [
  {
    entry: '/login',
    arrive: (page: Page, phone: string) => page.goto(`/login?msisdn=${linkForm(phone)}`),
    retry: 'Try again',
    leadsTo: (page: Page) => expect(page).toHaveURL(/\/home$/),
  },
  {
    entry: 'the dialog',
    arrive: async (page: Page, phone: string) => {
      await page.goto('/');
      await page.getByRole('button', { name: 'Get started' }).click();
      await page.getByLabel('Phone number').fill(phone);
      await page.getByRole('button', { name: 'Enter' }).click();
    },
    retry: 'Enter',
    leadsTo: (page: Page) => expect(page.getByLabel('Email')).toBeVisible(),
  },
];

test.use({ expectedErrors: [/status of 500|net::ERR_/] });

/** Each reply and its message; markup in a server's message is text. */
const SAID: [kind: string, reply: Reply, text: string][] = [
  ...Object.entries(BAD_REPLIES).map(
    ([kind, reply]) => [kind, reply, UNREADABLE] as [string, Reply, string],
  ),
  [
    'a message with markup',
    {
      status: 500,
      json: { status: false, data: null, message: MARKUP, code: 'server/error' },
    },
    MARKUP,
  ],
];

for (const { entry, arrive, retry, leadsTo } of ENTRIES) {
  test(`${entry} takes what is no answer for none, keeps nothing of it and goes on`, {
    tag: '@full',
  }, async ({ page }) => {
    let reply: Reply | null = null;
    const bad = await answerBadly(page, { method: 'GET', path: 'user/234' }, (route) =>
      reply ? route.fulfill(reply) : noNetwork(route),
    );
    // By a key: a quick second tap at the same place would count as stray.
    const tryAgain = () => page.getByRole('button', { name: retry }).press('Enter');
    await arrive(page, newPhone());
    for (const [kind, said, text] of SAID) {
      await test.step(kind, async () => {
        // The message about the reply before is gone.
        await expect(page.getByText('No network')).toBeVisible();
        reply = said;
        await tryAgain();
        await expect(page.getByText(text)).toBeVisible();
        await expectNothingOf(page);
        reply = null;
        await tryAgain();
      });
    }
    await expect(page.getByText('No network')).toBeVisible();
    await bad.end();
    await tryAgain();
    await leadsTo(page);
  });
}

/** Nothing was run, and the phone stores only the defaults of a visitor (account.md#kept-session). */
async function expectNothingOf(page: Page): Promise<void> {
  expect(await page.evaluate(() => 'isRun' in window)).toBe(false);
  const { local, session } = await page.evaluate(() => ({
    local: { ...localStorage },
    session: { ...sessionStorage },
  }));
  expect(Object.keys(local)).toEqual(['football-mastermind']);
  expect(JSON.parse(local['football-mastermind'] ?? '')).toEqual({
    dark: false,
    isDarkChosen: false,
    user: { name: '' },
    token: '',
    isLoggedIn: false,
    network: 'all',
  });
  // The source of a visit is recorded from the link, not from a reply.
  const { 'fom-arrival': arrival = '', ...kept } = session;
  expect(arrival).toMatch(/^(entry=\w+)?$/);
  expect(kept).toEqual({});
}
