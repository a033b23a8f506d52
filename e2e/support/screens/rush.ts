import { expect } from 'playwright/test';
import { answerLevel, comeToRush, startRun } from '../rush.ts';
import { button, dialog, phoneOf, type Screen, type Stage } from './stage.ts';

const entry = (stage: Stage) => comeToRush(stage.page, 'Ada', phoneOf(stage));
const run = (stage: Stage) => startRun(stage.page, 'Ada', phoneOf(stage));

/** Millionaire Rush, from its entry to the end of a run. */
export const RUSH: Screen[] = [
  {
    name: 'Millionaire Rush, its terms',
    open: async (stage) => {
      await entry(stage);
      await button(stage.page, 'View T&C');
      await dialog(stage.page, 'Terms & Condition');
    },
  },
  { name: 'Millionaire Rush, the entry', hasGloWords: true, open: entry },
  { name: 'Millionaire Rush, a run', open: run },
  {
    name: 'Millionaire Rush, the ladder',
    open: async (stage) => {
      await run(stage);
      await stage.page.getByRole('button', { name: /Open the ladder/ }).press('Enter');
      await dialog(stage.page, 'Ladder and power-ups');
    },
  },
  {
    name: 'Millionaire Rush, lost',
    open: async (stage) => {
      await run(stage);
      await answerLevel(stage.page, 1, 'wrong');
      await dialog(stage.page, 'Wrong Answer');
      await expect(stage.page.getByText('Leaderboard updated successfully!')).toBeVisible();
    },
  },
];
