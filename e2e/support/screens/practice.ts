import { expect } from 'playwright/test';
import { openFirst, rememberPlayer } from '../player.ts';
import { addPlayers, answerAny, leaveMistakes, startPass } from '../practice.ts';
import {
  at,
  button,
  heading,
  landing,
  phoneOf,
  playerAt,
  type Screen,
  type Stage,
} from './stage.ts';

const NAMES = ['Ada', 'Musa', 'Zainab', 'Uncle Femi'];

const mistakes = async (stage: Stage) => {
  await rememberPlayer(stage.page, 'Ada', phoneOf(stage));
  await leaveMistakes(stage.page, 14);
  await openFirst(stage.page, '/practice');
  await expect(stage.page.getByText('questions to win back.')).toBeVisible();
};
const question = async (stage: Stage) => {
  await mistakes(stage);
  await stage.page.getByRole('button', { name: /^Start/ }).press('Enter');
  await expect(stage.page.getByRole('article')).toBeVisible();
};
const pass = async (stage: Stage) => {
  await playerAt('/practice/pass')(stage);
  await expect(stage.page.getByRole('button', { name: 'Add a player' })).toBeVisible();
};
const turn = async (stage: Stage) => {
  await pass(stage);
  await startPass(stage.page, NAMES);
  await heading(stage.page, /Pass the phone to/);
};
const show = ({ page }: Stage) =>
  page.getByRole('button', { name: /Show my question$/ }).press('Enter');

/** Practice, Pass the phone, and the five questions to try. */
export const PRACTICE: Screen[] = [
  { name: 'practice, no mistakes', open: playerAt('/practice') },
  { name: 'practice', open: mistakes },
  { name: 'practice, a question', open: question },
  {
    name: 'practice, answered',
    open: async (stage) => {
      await question(stage);
      await button(stage.page, 'Show the answer');
      await expect(
        stage.page.getByRole('button', { name: 'Next. This one comes again' }),
      ).toBeVisible();
    },
  },
  {
    name: 'leaving practice',
    open: async (stage) => {
      await question(stage);
      await button(stage.page, 'Leave the game');
    },
  },
  { name: 'pass the phone, nobody yet', open: pass },
  {
    name: 'pass the phone, who plays',
    open: async (stage) => {
      await pass(stage);
      await addPlayers(stage.page, NAMES);
      await stage.page.getByLabel('Name', { exact: true }).fill('ada');
      await stage.page.keyboard.press('Enter');
      await expect(stage.page.getByText('ada plays already')).toBeVisible();
    },
  },
  { name: 'pass the phone, whose turn', open: turn },
  {
    name: 'pass the phone, answered',
    open: async (stage) => {
      await turn(stage);
      await show(stage);
      await answerAny(stage.page);
      await expect(stage.page.getByRole('button', { name: 'Pass the phone on' })).toBeVisible();
    },
  },
  {
    name: 'pass the phone, the table',
    open: async (stage) => {
      const { page } = stage;
      await pass(stage);
      await page.getByRole('tab', { name: '3 quick' }).click();
      await startPass(page, NAMES);
      for (let turns = 0; turns < 12; turns += 1) {
        await show(stage);
        await answerAny(page);
        await page
          .getByRole('button', { name: /^(Pass the phone on|See the table)$/ })
          .press('Enter');
      }
      await expect(page.getByRole('table')).toBeVisible();
    },
  },
  {
    name: 'landing, five questions to try',
    open: async (stage) => {
      await at('/try')(stage);
      await expect(stage.page.getByRole('article')).toBeVisible();
      await landing(stage);
      await expect(stage.page.getByRole('button', { name: 'Try five questions' })).toBeVisible();
    },
  },
  {
    name: 'five questions tried',
    open: async (stage) => {
      const { page } = stage;
      await at('/try')(stage);
      for (let number = 1; number <= 5; number += 1) {
        await answerAny(page);
        await page
          .getByRole('button', { name: /^(Next question|See how it went)$/ })
          .press('Enter');
      }
      await expect(page.getByRole('button', { name: 'Get started' })).toBeVisible();
    },
  },
];
