import type { Page } from 'playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { comeHome, pointsOnServer } from '../support/player.ts';
import { leaveMistakes } from '../support/practice.ts';
import {
  answer,
  leaveRound,
  option,
  parkRound,
  questionOnTable,
  startRound,
} from '../support/round.ts';

test.use({ serviceWorkers: 'allow' });

const isElsewhere = (page: Page) =>
  expect(page.getByRole('heading', { name: 'This game is open in another tab' })).toBeVisible();

test('a second tab does not play a round, and takes over when the first lets it go', async ({
  page,
  context,
  server,
}) => {
  await comeHome(page, 'Ada');
  const questions = await startRound(page, 'La Liga', 'Hard');
  await answer(page, questions, 1, true);
  const second = await context.newPage();
  await second.goto(page.url());
  await isElsewhere(second);
  await expect(second.getByRole('article')).toHaveCount(0);

  // The first tab plays on.
  await page.bringToFront();
  await answer(page, questions, 2, true);
  await second.bringToFront();
  await page.close();
  await expect(questionOnTable(second)).toHaveText(questions[2]?.question ?? '');
  await expect(second.getByLabel('2: right')).toBeVisible();
  await leaveRound(second);
  await expect(second.getByText('Leaderboard updated successfully!')).toBeVisible();
  expect(await pointsOnServer(second, server.url)).toBe(30);
});

test('Go Home leads out, and the dashboard leads back once the tab is free', {
  tag: '@full',
}, async ({ page, context }) => {
  await comeHome(page, 'Bola');
  const questions = await startRound(page, 'La Liga', 'Hard');
  const second = await context.newPage();
  await second.goto('/home');
  await second.getByRole('button', { name: 'Go on' }).press('Enter');
  await isElsewhere(second);
  await second.getByRole('button', { name: 'Go Home' }).click();
  await expect(second).toHaveURL(/\/home$/);

  await parkRound(page);
  await second.getByRole('button', { name: 'Go on' }).press('Enter');
  await expect(questionOnTable(second)).toHaveText(questions[0]?.question ?? '');
});

test('a round that ended in the first tab leads the second one home', async ({ page, context }) => {
  await comeHome(page, 'Chidi');
  await startRound(page, 'La Liga', 'Hard');
  const second = await context.newPage();
  await second.goto(page.url());
  await isElsewhere(second);
  await page.bringToFront();
  await leaveRound(page);
  await page.getByRole('button', { name: 'Go Home' }).click();
  await expect(second.getByText('Your game ended in the other tab')).toBeVisible();
  await expect(second).toHaveURL(/\/home$/);
});

test('without Web Locks in the browser the round goes on', { tag: '@full' }, async ({
  page,
  context,
}) => {
  await context.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'locks', { value: undefined });
  });
  await comeHome(page, 'Dayo');
  const questions = await startRound(page, 'La Liga', 'Hard');
  const second = await context.newPage();
  await second.goto(page.url());
  await expect(questionOnTable(second)).toHaveText(questions[0]?.question ?? '');
});

/** Whether a page is writing a step of its practice. */
const isKeeping = (page: Page) =>
  page.evaluate(async () => {
    const { held = [], pending = [] } = await navigator.locks.query();
    return [...held, ...pending].some(({ name }) => name === 'fom-practice');
  });

test('practice is played in one tab, and the other is dealt what is left of it', async ({
  page,
  context,
}) => {
  await comeHome(page, 'Efe');
  await leaveMistakes(page, 2);
  await page.goto('/practice');
  const second = await context.newPage();
  await second.goto('/practice');
  await page.bringToFront();
  await page.getByRole('button', { name: 'Start: 2 questions' }).press('Enter');
  const first = await questionOnTable(page).textContent();

  await second.bringToFront();
  await second.getByRole('button', { name: 'Start: 2 questions' }).press('Enter');
  await isElsewhere(second);

  await page.bringToFront();
  await option(page, 'Sunday Mba').press('Enter');
  await expect(page.getByRole('button', { name: 'Next question' })).toBeVisible();
  // A tab closed sooner has not stored the answer, so its question is dealt again.
  await expect.poll(() => isKeeping(page)).toBe(false);
  await second.bringToFront();
  await page.close();
  await expect(questionOnTable(second)).toBeVisible();
  await expect(questionOnTable(second)).not.toHaveText(first ?? '');
  await option(second, 'Sunday Mba').press('Enter');
  await second.getByRole('button', { name: 'Finish' }).press('Enter');
  await expect(second.getByText('Done for today')).toBeVisible();
});
