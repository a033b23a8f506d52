import { expect } from 'playwright/test';
import { button, dialog, heading, quiz, type Screen, type Stage } from './stage.ts';

const leave = async (stage: Stage) => {
  await quiz(stage);
  await button(stage.page, 'Leave the game');
};

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
    name: 'results',
    open: async (stage) => {
      await leave(stage);
      await stage.page.getByRole('button', { name: 'Leave', exact: true }).click();
      await expect(stage.page.getByText('Leaderboard updated successfully!')).toBeVisible();
    },
  },
];
