import type { Page } from 'playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { restInFull } from '../support/full.ts';
import { comeHome, dashboardFigure, pointsOnServer } from '../support/player.ts';
import {
  answer,
  leaveRound,
  questionOnTable,
  secondsLeft,
  skipKickOff,
  startRound,
} from '../support/round.ts';

test.use({ serviceWorkers: 'allow' });

const LATE_PRESS_MS = 300;

/** The events that the page gets when the phone's screen goes dark, or lights up again. */
async function turnScreen(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  await page.evaluate((visibilityState) => {
    Object.defineProperties(document, {
      visibilityState: { configurable: true, get: () => visibilityState },
      hidden: { configurable: true, get: () => visibilityState === 'hidden' },
    });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);
}

/** How the questions so far ended, in words. */
const dots = (page: Page) => page.getByRole('list', { name: 'Your answers' }).getByRole('img');

/** Signs up on a page whose clock this test can move, and answers the first two questions. */
async function playTwo(page: Page) {
  await page.clock.install();
  await comeHome(page, 'Ada');
  const questions = await startRound(page, 'La Liga', 'Medium');
  await answer(page, questions, 1, true);
  await answer(page, questions, 2, true);
  return questions;
}

/** The third question ended as a timeout; the fourth has its whole time, and nothing else is lost. */
async function expectOneTimeout(page: Page, fourth: string | undefined): Promise<void> {
  await expect(questionOnTable(page)).toHaveText(fourth ?? '');
  // At once: the clock runs.
  expect(await secondsLeft(page)).toBeGreaterThanOrEqual(11);
  await expect(page.getByLabel('3: not answered')).toBeVisible();
  await expect(dots(page)).toHaveCount(3);
}

const WAYS_TO_SLEEP: Record<string, (page: Page) => Promise<void>> = {
  'in a pocket, screen dark': async (page) => {
    await turnScreen(page, 'hidden');
    await page.clock.fastForward('10:00');
    await turnScreen(page, 'visible');
  },
  'behind another app, its timers running on': async (page) => {
    await turnScreen(page, 'hidden');
    await page.clock.runFor('10:00');
    await turnScreen(page, 'visible');
  },
  'like a laptop whose lid was closed': (page) => page.clock.fastForward('10:00'),
  'with the app closed by the system': async (page) => {
    await page.goto('about:blank');
    await page.clock.fastForward('10:00');
    await page.goBack();
    // A question that was not seen yet waits for its player.
    await skipKickOff(page);
  },
};

for (const [index, [how, sleep]] of Object.entries(WAYS_TO_SLEEP).entries()) {
  test(
    `ten minutes asleep cost one question: ${how}`,
    restInFull(index),
    async ({ page, server }) => {
      const questions = await playTwo(page);
      await sleep(page);
      await expectOneTimeout(page, questions[3]?.question);
      // A press this soon after a timeout would count for the question before.
      await page.clock.runFor(LATE_PRESS_MS);

      // The round continues from there, and counts as it was played.
      await answer(page, questions, 4, true);
      await leaveRound(page);
      await expect(page.getByText('Leaderboard updated successfully!')).toBeVisible();
      await page.getByRole('button', { name: 'Go Home' }).click();
      await expect(dashboardFigure(page, 'points this week')).toHaveText('30 points this week');
      // Five questions were shown: right, right, time out, right, left.
      await expect(page.getByRole('button', { name: '925 coins' })).toBeVisible();
      expect(await pointsOnServer(page, server.url)).toBe(30);
    },
  );
}

test('a short sleep takes its time from the question', async ({ page }) => {
  const questions = await playTwo(page);
  await turnScreen(page, 'hidden');
  await page.clock.fastForward(6000);
  await turnScreen(page, 'visible');
  await expect.poll(() => secondsLeft(page)).toBeLessThanOrEqual(6);
  await expect(questionOnTable(page)).toHaveText(questions[2]?.question ?? '');
});

test('a clock that was put back while away ends the question', { tag: '@full' }, async ({
  page,
}) => {
  const questions = await playTwo(page);
  await page.clock.fastForward(9000);
  await turnScreen(page, 'hidden');
  // Later than the question was shown, but earlier than it was left: that would gain five seconds.
  await page.clock.setSystemTime((await page.evaluate(() => Date.now())) - 5000);
  await page.reload();
  await expect(page.getByText('Question 4 in')).toBeVisible();
  await skipKickOff(page);
  await questionOnTable(page).waitFor();
  // At once, not after the gained time has run out.
  expect(await questionOnTable(page).textContent()).toBe(questions[3]?.question);
  await expectOneTimeout(page, questions[3]?.question);
});

test('a clock that is put back on the page changes nothing', { tag: '@full' }, async ({ page }) => {
  const questions = await playTwo(page);
  await page.clock.fastForward(4000);
  const before = await secondsLeft(page);
  await page.clock.setSystemTime((await page.evaluate(() => Date.now())) - 3_600_000);
  await turnScreen(page, 'hidden');
  await turnScreen(page, 'visible');
  expect(await secondsLeft(page)).toBeLessThanOrEqual(before);
  await expect(questionOnTable(page)).toHaveText(questions[2]?.question ?? '');
});
