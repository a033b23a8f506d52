import { expect, test } from '../support/fixtures.ts';
import {
  askServer,
  comeHome,
  dashboardFigure,
  isHome,
  pointsOnServer,
  rememberPlayer,
  signUp,
} from '../support/player.ts';
import {
  answer,
  leaveRound,
  option,
  parkRound,
  questionOnTable,
  secondsLeft,
  startRound,
} from '../support/round.ts';

test('a new player signs up, plays a round and is on the weekly board', {
  tag: '@old-chromium',
}, async ({ page, server }) => {
  await signUp(page, 'Ada');
  await expect(page.getByRole('button', { name: '1,000 coins' })).toBeVisible();
  await expect(page.getByRole('listitem').getByRole('button')).toHaveCount(8);

  const questions = await startRound(page, 'English Premier League', 'Medium');
  expect(questions).toHaveLength(10);
  for (let number = 1; number <= 8; number++) {
    await answer(page, questions, number, number <= 6);
  }
  // By a key: a tap this soon after the card came would count for the one before.
  await page.getByRole('button', { name: 'Skip' }).press('Enter');
  await expect(questionOnTable(page)).toHaveText(questions[9]?.question ?? '');
  await answer(page, questions, 10, true);

  const results = page.getByRole('main');
  await expect(results.getByText('7 of 10 right')).toBeVisible();
  await expect(results.getByText('Points earned')).toBeVisible();
  await expect(results.getByText('+70')).toBeVisible();
  await expect(results.getByText('10 questions × 15')).toBeVisible();
  await expect(page.getByText('Leaderboard updated successfully!')).toBeVisible();

  await results.getByRole('button', { name: 'Add Withdrawal Account' }).click();
  await expect(page.getByRole('heading', { name: 'Bank account' })).toBeFocused();
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('link', { name: 'Home' }).click();
  await expect(dashboardFigure(page, 'plays left')).toHaveText('49 plays left');
  await expect(dashboardFigure(page, 'points this week')).toHaveText('70 points this week');
  await expect(page.getByRole('button', { name: '850 coins' })).toBeVisible();

  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('link', { name: 'Leaderboard' }).click();
  await expect(page.getByRole('heading', { name: 'Daily leaderboard' })).toBeVisible();
  await page.getByRole('tab', { name: 'Current Week' }).click();
  await expect(page.getByText('You', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Your place' })).toContainText('70 pts');
  expect(await pointsOnServer(page, server.url)).toBe(70);
});

test('a reload at question 5 resumes there with no more time than was left', async ({ page }) => {
  await comeHome(page, 'Bola');
  const questions = await startRound(page, 'La Liga', 'Hard');
  for (let number = 1; number <= 4; number++) await answer(page, questions, number, true);
  await expect.poll(() => secondsLeft(page)).toBeLessThanOrEqual(13);
  const before = await secondsLeft(page);

  await page.reload();
  await expect(questionOnTable(page)).toHaveText(questions[4]?.question ?? '');
  expect(await secondsLeft(page)).toBeLessThanOrEqual(before);
  await expect(page.getByText('5 of 10')).toBeVisible();
  await expect(page.getByLabel('4: right')).toBeVisible();
});

test('an answer that was given cannot be taken back by a reload', async ({ page }) => {
  await comeHome(page, 'Chidi');
  const questions = await startRound(page, 'Serie A', 'Easy');
  const [first] = questions;
  const wrong = first?.options.find((one) => one !== first.answers) ?? '';
  await option(page, wrong).press('Enter');
  await page.reload();
  await expect(questionOnTable(page)).toHaveText(questions[1]?.question ?? '');
  await expect(page.getByLabel('1: wrong')).toBeVisible();
});

test('leaving is asked first, and spends the coins of the questions seen', async ({
  page,
  server,
}) => {
  await comeHome(page, 'Dayo');
  const questions = await startRound(page, 'Ligue 1', 'Easy');
  await answer(page, questions, 1, true);
  await page.getByRole('button', { name: 'Leave the game' }).click();
  const question = page.getByRole('dialog', { name: 'Leave the game?' });
  await question.getByRole('button', { name: 'Keep playing' }).click();
  await expect(question).toBeHidden();
  await page.getByRole('button', { name: 'Leave the game' }).click();
  await question.getByRole('button', { name: 'End it' }).press('Enter');

  const results = page.getByRole('main');
  await expect(results.getByText('1 of 2 right')).toBeVisible();
  await expect(results.getByText('+5')).toBeVisible();
  await expect(results.getByText('20', { exact: true })).toBeVisible();
  await expect(page.getByText('Leaderboard updated successfully!')).toBeVisible();
  await results.getByRole('button', { name: 'Go Home' }).click();
  await expect(page.getByRole('button', { name: '980 coins' })).toBeVisible();
  expect(await pointsOnServer(page, server.url)).toBe(5);
});

test('Back asks, keeps the round for later, and the dashboard leads into it again', async ({
  page,
}) => {
  await comeHome(page, 'Emeka');
  const questions = await startRound(page, 'Bundesliga', 'Hard');
  await answer(page, questions, 1, true);
  await page.goBack();
  const asked = page.getByRole('dialog', { name: 'Leave the game?' });
  await asked.getByRole('button', { name: 'Keep playing' }).press('Enter');
  await expect(questionOnTable(page)).toHaveText(questions[1]?.question ?? '');
  await parkRound(page);
  await expect(page.getByText('Your game is still open')).toBeVisible();
  await page.getByRole('button', { name: 'FIFA World Cup' }).click();
  await expect(page.getByText('Another game is open')).toBeVisible();
  await page.getByRole('button', { name: 'Go on with it' }).press('Enter');
  await expect(questionOnTable(page)).toHaveText(questions[1]?.question ?? '');
});

test('pressing a level twice takes one play', async ({ page, server }) => {
  await comeHome(page, 'Funke');
  await page.getByRole('button', { name: 'Serie A' }).click();
  await page.getByRole('button', { name: /^Easy/ }).dblclick();
  await expect(page).toHaveURL(/\/quiz\//);
  expect(await askServer(page, server.url, 'user/dailyplays')).toMatchObject({ count: 1 });
});

test('a reload at full time leads home, and counts nothing again', async ({ page, server }) => {
  await comeHome(page, 'Hadiza');
  const questions = await startRound(page, 'Serie A', 'Easy');
  await answer(page, questions, 1, true);
  await leaveRound(page);
  await expect(page.getByText('Leaderboard updated successfully!')).toBeVisible();
  await page.reload();
  await isHome(page);
  await expect(dashboardFigure(page, 'points this week')).toHaveText('5 points this week');
  expect(await pointsOnServer(page, server.url)).toBe(5);
});

test('a quiz opened by its address without a round is far gone', async ({ page }) => {
  await rememberPlayer(page, 'Gozie');
  await page.goto('/quiz/la-liga/hard');
  await expect(page.getByText("It's far gone")).toBeVisible();
  await expect(page).toHaveURL(/\/home$/);
});
