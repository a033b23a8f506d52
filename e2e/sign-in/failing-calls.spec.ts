import type { Page } from 'playwright/test';
import { linkForm, STEPS, type Step } from '../support/entries.ts';
import { answerBadly, lostReply, noNetwork, serverError, silence } from '../support/faults.ts';
import { expect, test } from '../support/fixtures.ts';
import { restInFull } from '../support/full.ts';
import { newPhone } from '../support/player.ts';

/** The app gives up a call after 30 s, and offers a way out after 8 s. */
const PAST_THE_TIMEOUT_MS = 31_000;
const SLOW_MS = 9_000;

test.use({ expectedErrors: [/status of 50[02]|net::ERR_/] });

/** The worst fault: a change whose reply is lost, or a look-up that never gets an answer. */
function lastFault({ name, changes }: Step) {
  if (changes) return 'a lost reply';
  return name.startsWith('the look-up') ? 'a line that never answers' : null;
}

for (const [index, step] of STEPS.entries()) {
  const { name, call, arrive, says, leadsTo } = step;
  const last = lastFault(step);
  const faults = ['no network', 'a failing server', last].filter(Boolean).join(', ');

  test(
    `${name} reports ${faults}, and works once that is over`,
    restInFull(index),
    async ({ page }) => {
      await page.clock.install();
      const { take, retry } = await arrive(page);
      const offline = await answerBadly(page, call, noNetwork);
      await take();
      await expectMessage(page, says.line, step);
      await offline.end();
      const failing = await answerBadly(page, call, serverError);
      await retry();
      await expectMessage(page, says.server, step);
      await failing.end();
      const keys = keysOf(page, step);
      if (last) {
        const isSilent = last === 'a line that never answers';
        const unheard = await answerBadly(page, call, isSilent ? silence : lostReply);
        await retry();
        await unheard.sent;
        if (isSilent) await page.clock.fastForward(PAST_THE_TIMEOUT_MS);
        await expectMessage(page, says.line, step);
        await unheard.end();
      }
      await retry();
      await leadsTo(page);
      if (last !== 'a lost reply') return;
      // One key for all attempts (api.md#idempotency); a link finds its player without another.
      expect(keys[0]).toMatch(/^[\da-f-]{36}$/);
      expect(new Set(keys).size).toBe(1);
    },
  );
}

/** The idempotency keys of a step's calls from now on. */
function keysOf(page: Page, { call }: Step): (string | undefined)[] {
  const keys: (string | undefined)[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    const isCall = request.method() === call.method && pathname.startsWith(`/api/v2/${call.path}`);
    if (isCall) keys.push(request.headers()['idempotency-key']);
  });
  return keys;
}

for (const path of ['/login?', '/authenticate?', '/secure-d?status=success&']) {
  test(`a player who waits long at ${path} sees another way`, { tag: '@full' }, async ({
    page,
  }) => {
    await page.clock.install();
    const { sent } = await answerBadly(page, { method: 'GET', path: 'user/234' }, silence);
    const phone = newPhone();
    await page.goto(`${path}msisdn=${linkForm(phone)}`);
    await sent;
    await page.clock.fastForward(SLOW_MS);
    await expect(page.getByText('This takes longer than usual.')).toBeVisible();
    await page.getByRole('button', { name: 'Sign up' }).click();
    await expect(page.getByLabel('Phone number')).toHaveValue(phone.slice(1));
  });
}

const CAMPAIGN_FAULTS = {
  'a failing server': serverError,
  'no network': noNetwork,
  'a line that never answers': silence,
};

for (const [index, [fault, answer]] of Object.entries(CAMPAIGN_FAULTS).entries()) {
  test(`a campaign's visitor goes on with ${fault}`, restInFull(index), async ({ page }) => {
    await page.clock.install();
    const { sent } = await answerBadly(page, { method: 'POST', path: 'campaigns' }, answer);
    await page.goto(`/campaign/radio/txn-1?msisdn=${linkForm(newPhone())}`);
    await sent;
    if (answer === silence) await page.clock.fastForward(SLOW_MS);
    await expect(page.getByRole('heading', { name: 'This offer is not open now' })).toBeVisible();
    await page.getByRole('button', { name: 'Go Home' }).click();
    await expect(page.getByRole('heading', { name: 'Win fast cash!' })).toBeVisible();
  });
}

/** A message, a way on, and no spinner. */
async function expectMessage(page: Page, message: string | RegExp, { wayRound }: Step) {
  await expect(page.getByText(message)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Please wait' })).toHaveCount(0);
  if (wayRound) await expect(page.getByRole('button', { name: wayRound })).toBeEnabled();
}
