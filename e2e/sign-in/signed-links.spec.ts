import type { Page } from 'playwright/test';
import { formatPhone } from '../../src/rules/phone.ts';
import { linkForm } from '../support/entries.ts';
import { answerBadly, lostReply } from '../support/faults.ts';
import { expect } from '../support/fixtures.ts';
import { restInFull } from '../support/full.ts';
import { testOnServer } from '../support/own-server.ts';
import { isHome, newPhone } from '../support/player.ts';
import { OPERATOR_PROOF_SECRET, proofOf, signedLink } from '../support/signed-link.ts';

/** A server whose operator signs the numbers of its links (ADR-0008). */
const test = testOnServer({ SIGN_IN_POLICY: 'operator', OPERATOR_PROOF_SECRET });

const USE_YOUR_LINK = "Open the game through your network's link to sign in";

async function expectHome(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/home$/);
  await isHome(page);
}

/** Nobody is signed in; the player sees a way on, with their number filled in. */
async function expectTurnedAway(page: Page, phone: string): Promise<void> {
  await expect(page.getByText(USE_YOUR_LINK)).toBeVisible();
  await expect(page).toHaveURL(/:\d+\/$/);
  await expect(page.getByLabel('Phone number')).toHaveValue(phone.slice(1));
  const session = await page.evaluate(() => localStorage.getItem('football-mastermind'));
  expect(JSON.parse(session ?? '{}')).toMatchObject({ token: '', user: { name: '' } });
}

for (const [index, entry] of ['login', 'authenticate'].entries()) {
  test(
    `a signed link signs a new player in at /${entry}, and the next one a known player`,
    restInFull(index),
    async ({ page }) => {
      const phone = newPhone();
      await page.goto(signedLink(phone, proofOf(phone), entry));
      await expectHome(page);
      await page.getByRole('button', { name: 'Menu' }).click();
      const menu = page.getByRole('dialog');
      const name = await menu.getByRole('heading').innerText();
      await expect(menu.getByText(formatPhone(linkForm(phone)))).toBeVisible();
      await page.getByRole('button', { name: 'Logout' }).click();
      await expect(page.getByRole('button', { name: 'Get started' })).toBeVisible();

      await page.goto(signedLink(phone, proofOf(phone), entry));
      await expectHome(page);
      await page.getByRole('button', { name: 'Menu' }).click();
      await expect(menu.getByRole('heading')).toHaveText(name);
    },
  );
}

const BAD_PROOFS: Record<string, (phone: string) => string> = {
  'no proof': () => '',
  'a proof that is no proof': () => 'v1.signed.by.me',
  'a proof of five minutes ago': (phone) => proofOf(phone, { ageSeconds: 300 }),
  'a proof of the future': (phone) => proofOf(phone, { ageSeconds: -120 }),
  "a proof of somebody else's number": () => proofOf(newPhone()),
  'a proof signed by somebody else': (phone) => proofOf(phone, { secret: 'x'.repeat(40) }),
  "somebody else's proof with this number put in": (phone) => {
    const other = newPhone();
    return proofOf(other).replace(linkForm(other), linkForm(phone));
  },
  'two proofs, a good one among them': (phone) => `${proofOf(phone)}&proof=${proofOf(phone)}`,
};

for (const [index, [flaw, proof]] of Object.entries(BAD_PROOFS).entries()) {
  test(
    `a link with ${flaw} signs nobody in and says what to do`,
    restInFull(index),
    async ({ page }) => {
      const phone = newPhone();
      await page.goto(signedLink(phone, proof(phone)));
      await expectTurnedAway(page, phone);
      // The way on works, and so does a good link afterwards.
      await page.getByRole('button', { name: 'Enter' }).click();
      await expect(page.getByLabel('Phone number')).toHaveAttribute('aria-invalid', 'true');
      await page.goto(signedLink(phone, proofOf(phone)));
      await expectHome(page);
    },
  );
}

test('a link that was used signs nobody else in', { tag: '@full' }, async ({
  page,
  browser,
  appUrl,
}) => {
  const phone = newPhone();
  const used = signedLink(phone, proofOf(phone));
  await page.goto(used);
  await expectHome(page);
  const context = await browser.newContext({ baseURL: appUrl });
  const elsewhere = await context.newPage();
  await elsewhere.goto(used);
  await expectTurnedAway(elsewhere, phone);
  await context.close();
});

test.describe('a line that drops', () => {
  test.use({ expectedErrors: [/net::ERR_/] });

  // docs/decisions/0008: a call uses up the proof that it shows, and its reply may get lost.
  test('a proof whose reply is lost still signs its player in', { tag: '@full' }, async ({
    page,
  }) => {
    const phone = newPhone();
    const lost = await answerBadly(page, { method: 'GET', path: 'user/234' }, lostReply);
    await page.goto(signedLink(phone, proofOf(phone)));
    await expect(page.getByRole('heading', { name: 'No network' })).toBeVisible();
    await lost.end();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expectHome(page);
  });
});
