import type { Page } from 'playwright/test';
import { markupOf, PAYLOADS, RAN } from '../../tests/support/payloads.ts';
import { serveBoards } from '../support/boards.ts';
import { expect, test } from '../support/fixtures.ts';
import { ageAccount, comeHome } from '../support/player.ts';
import { answer, leaveRound, startRound } from '../support/round.ts';
import { changeSession } from '../support/session.ts';

/** Too old for the daily boards. */
const OLD_ACCOUNT_DAYS = 31;

type Dealt = { question: string; options: string[]; answers: string; fact: string };

const [NAME = ''] = PAYLOADS;

/** Deals questions in which every text is a payload, and accepts any result. */
async function servePayloads(page: Page): Promise<void> {
  await page.route(/\/api\/v2\/questions\//, async (route) => {
    const reply = await route.fetch();
    const body = await reply.json();
    const data = body.data.map((dealt: Dealt, index: number) => {
      const text = (place: number) => PAYLOADS[(index + place) % PAYLOADS.length] ?? '';
      const options = dealt.options.map((_, place) => text(place + 1));
      const [answers] = options;
      const { picture: _, ...rest } = dealt as Dealt & { picture?: unknown };
      return { ...rest, question: `${text(0)} ${index}`, options, answers, fact: text(5) };
    });
    await route.fulfill({ json: { ...body, data } });
  });
  await page.route(/\/api\/v2\/points$/, async (route) => {
    if (route.request().method() === 'GET') return route.fallback();
    const data = { awarded: { points: 0, coins: 0 } };
    await route.fulfill({ json: { status: true, data, message: PAYLOADS[0] } });
  });
}

/** A violation of the policy is a console error, which fails every test by itself. */
async function expectNothingRan(page: Page): Promise<void> {
  expect(await page.evaluate(`(${markupOf})(document)`)).toEqual([]);
  expect(await page.title()).not.toBe(RAN);
}

const isShown = (page: Page, text: string) =>
  expect(page.getByText(text, { exact: true }).filter({ visible: true }).first()).toBeVisible();

test('markup in names, questions and answers is shown as it was typed, and runs nowhere', {
  tag: '@full',
}, async ({ page }) => {
  await servePayloads(page);
  await comeHome(page, 'Ada');
  const questions = await startRound(page, 'Premier League', 'Easy');
  // Each question shows five payloads, and the review shows the next one as its fact.
  for (let number = 1; number <= PAYLOADS.length / 2; number += 1) {
    await expectNothingRan(page);
    await answer(page, questions, number, number % 2 === 0);
  }
  await leaveRound(page);
  await page.getByRole('button', { name: 'Review answers' }).click();
  const review = page.getByRole('dialog', { name: 'Review answers' });
  for (const text of PAYLOADS) await expect(review).toContainText(text);
  await expectNothingRan(page);

  await ageAccount(page, OLD_ACCOUNT_DAYS);
  for (const [part, text] of Object.entries([PAYLOADS.slice(0, 7), PAYLOADS.slice(3)])) {
    await serveBoards(page, { place: 12, rows: 10, names: text });
    await page.goto(part === '0' ? '/leaderboard' : '/leaderboard?board=monthly');
    for (const name of text) await isShown(page, name);
    await expectNothingRan(page);
  }
  await page
    .getByRole('button', { name: PAYLOADS[3] ?? '' })
    .first()
    .click();
  await expect(page.getByRole('button', { name: 'Report name' })).toBeVisible();
  await expectNothingRan(page);

  await page.route(/\/airtime\/verify\//, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll('"Ada"', JSON.stringify(NAME));
    await route.fulfill({ response, body });
  });
  for (const path of ['/profile', '/contact', '/home']) {
    await page.goto(path);
    await expect(page.getByRole('heading').filter({ visible: true }).first()).toBeVisible();
    await expectNothingRan(page);
  }
  // Her changed names on her phone, and in the reply of the pending check.
  await changeSession(page, (session) => {
    Object.assign(session, { user: { ...Object(session.user), name: NAME, username: NAME } });
  });
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(page.getByRole('dialog', { name: NAME })).toBeVisible();
  await expectNothingRan(page);
});

test('markup in an address runs nowhere', async ({ page }) => {
  const text = encodeURIComponent(PAYLOADS[1] ?? '');
  for (const path of [
    `/?network=${text}&source=${text}`,
    `/login?msisdn=${text}`,
    `/authenticate?msisdn=${text}&t=${text}#${text}`,
    `/onboarding?${text}=${text}`,
    `/draw/${text}`,
    `/quiz/${text}/${text}`,
    `/${text}`,
  ]) {
    await page.goto(path);
    await expect(page.getByRole('main').or(page.getByRole('heading')).first()).toBeVisible();
    await expectNothingRan(page);
  }
});

test.describe('a script that got in all the same', () => {
  test.use({ expectedErrors: [/Trusted|Content Security Policy/] });

  test('makes neither markup nor a script of a text', async ({ page }) => {
    await page.goto('/faqs');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const refused = await page.evaluate((html) => {
      const script = document.createElement('script');
      const tries = [
        () => (document.body.innerHTML = html),
        () => (script.src = 'https://elsewhere.example/a.js'),
        () => (script.src = '/api/v2/pictures/a.js'),
        () => (script.text = 'document.title = 1'),
        () => new Worker('https://elsewhere.example/a.js'),
      ];
      return tries.map((attempt) => {
        try {
          attempt();
          return 'done';
        } catch (error) {
          return (error as Error).name;
        }
      });
    }, PAYLOADS[0] ?? '');
    expect(refused).toEqual(Array(5).fill('TypeError'));
    await expectNothingRan(page);
  });
});
