import { expect, type Page } from 'playwright/test';
import { answer, option, secondsLeft, stopTimers, winSomething } from '../round.ts';
import { button, dialog, heading, home, quiz, type Screen, type Stage } from './stage.ts';

const leave = async (stage: Stage) => {
  await quiz(stage);
  await button(stage.page, 'Leave the game');
};

const endIt = async (stage: Stage) => {
  await leave(stage);
  await stage.page.getByRole('button', { name: 'End it' }).click();
};

const ended = async (stage: Stage) => {
  await endIt(stage);
  await expect(stage.page.getByText('Leaderboard updated successfully!')).toBeVisible();
};

/** Stops the page's clocks, this many seconds later: temporary displays stay. */
function stopClocks(page: Page, later = 0): Promise<void> {
  return page.evaluate((seconds) => {
    const [wall, monotonic] = [Date.now() + seconds * 1000, performance.now() + seconds * 1000];
    Date.now = () => wall;
    performance.now = () => monotonic;
  }, later);
}

/** A round and its end. */
export const ROUND: Screen[] = [
  {
    name: 'quiz, open in another tab',
    open: async (stage) => {
      await quiz(stage);
      const { page } = stage;
      const address = page.url();
      const other = await page.context().newPage();
      await page.goto('/home');
      await other.goto(address);
      await expect(other.getByRole('article')).toBeVisible();
      await page.bringToFront();
      await page.goto(address);
      await heading(page, 'This game is open in another tab');
    },
  },
  { name: 'quiz', open: quiz },
  {
    name: 'leaving a round',
    open: async (stage) => {
      await leave(stage);
      await dialog(stage.page, /Leave/);
    },
  },
  {
    name: 'full time, a bad one',
    open: ended,
  },
  {
    name: 'full time, a good one that moved up, without a bank account',
    open: async ({ page }) => {
      await winSomething(page, 3);
      await expect(page.getByRole('button', { name: 'Add Withdrawal Account' })).toBeVisible();
    },
  },
  {
    name: 'full time, not final yet',
    open: async (stage) => {
      await stage.page.route('**/api/v2/points', (route) => route.abort());
      await endIt(stage);
      await expect(stage.page.getByText('1 result waiting. It goes by itself.')).toBeVisible();
    },
  },
  {
    name: 'full time, the answers',
    open: async (stage) => {
      await ended(stage);
      await button(stage.page, 'Review answers');
      await dialog(stage.page, /answers/i);
    },
  },
  {
    name: 'full time, reporting a question',
    open: async (stage) => {
      await ended(stage);
      await button(stage.page, 'Review answers');
      await button(stage.page, 'Report question 1');
      await dialog(stage.page, 'What is wrong with question 1?');
    },
  },
  {
    name: 'full time, all right',
    open: async (stage) => {
      const questions = await quiz(stage);
      for (let number = 1; number <= 10; number += 1) {
        await answer(stage.page, questions, number, true);
      }
      await expect(stage.page.getByText('10 of 10 right')).toBeVisible();
      await expect(stage.page.getByText('Leaderboard updated successfully!')).toBeVisible();
    },
  },
  {
    name: 'quiz, a run of right answers',
    open: async (stage) => {
      const questions = await quiz(stage);
      for (let number = 1; number <= 3; number += 1) {
        await answer(stage.page, questions, number, true);
      }
      await stopClocks(stage.page);
      await stopTimers(stage.page);
    },
  },
  {
    name: 'quiz, a wrong answer',
    open: async (stage) => {
      const [first] = await quiz(stage);
      const wrong = first?.options.find((one) => one !== first.answers) ?? '';
      await option(stage.page, wrong).press('Enter');
      await expect(stage.page.getByText('Right answer', { exact: true })).toBeVisible();
      await stopTimers(stage.page);
      await stopClocks(stage.page);
    },
  },
  {
    name: 'quiz, time is up',
    open: async (stage) => {
      await quiz(stage);
      await stopClocks(stage.page, await secondsLeft(stage.page));
      await expect(stage.page.getByText('Time is up. No points for this one.')).toBeVisible();
      await stopTimers(stage.page);
    },
  },
  {
    name: 'kick-off',
    open: async (stage) => {
      const { page } = stage;
      await home(stage);
      await button(page, 'La Liga');
      await page.getByRole('button', { name: /^Easy/ }).press('Enter');
      await expect(page.getByRole('button', { name: 'Tap to start now' })).toBeVisible();
      // It waits for a player who looks away.
      await page.evaluate(() => {
        Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
      });
    },
  },
];
