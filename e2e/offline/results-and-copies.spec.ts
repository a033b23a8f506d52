import type { Page } from 'playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { everythingKept } from '../support/kept.ts';
import {
  askServer,
  comeHome,
  dashboardFigure,
  isOfflineReady,
  pointsOnServer,
} from '../support/player.ts';
import { answer, leaveRound, option, questionOnTable, startRound } from '../support/round.ts';

test.use({ serviceWorkers: 'allow' });
// A failure here is never retried, because a result or payment was lost or doubled.
test.describe.configure({ retries: 0 });

test('a round survives a line cut after question 3 and counts once when it is back', async ({
  page,
  relay,
  server,
}) => {
  await comeHome(page, 'Ada');
  await serviceWorkerIsReady(page);
  const questions = await startRound(page, 'English Premier League', 'Medium');
  for (let number = 1; number <= 3; number++) await answer(page, questions, number, true);
  relay.cut();
  for (let number = 4; number <= 10; number++) await answer(page, questions, number, number < 6);

  const results = page.getByRole('main');
  await expect(results.getByText('5 of 10 right')).toBeVisible();
  await expect(results.getByText('Saved. We will send it when you are back online')).toBeVisible();
  await expect(results.getByText('+50')).toBeVisible();
  await results.getByRole('button', { name: 'Go Home' }).click();
  await expect(page.getByText('1 result waiting').first()).toBeVisible();
  expect(await pointsOnServer(page, server.url)).toBe(0);

  relay.restore();
  await expect(page.getByText('1 result waiting')).toHaveCount(0, { timeout: 30_000 });
  await expect(dashboardFigure(page, 'points this week')).toHaveText('50 points this week', {
    timeout: 30_000,
  });
  await expect(page.getByRole('button', { name: '850 coins' })).toBeVisible();
  expect(await pointsOnServer(page, server.url)).toBe(50);
  const board = await askServer<{ user: { highScore: number } }>(page, server.url, 'points');
  expect(board.user.highScore).toBe(50);

  // A reload sends nothing again.
  await page.reload();
  await expect(dashboardFigure(page, 'points this week')).toHaveText('50 points this week');
  expect(await pointsOnServer(page, server.url)).toBe(50);
});

test('a reload without a line goes on with the round', { tag: '@full' }, async ({
  page,
  relay,
}) => {
  await comeHome(page, 'Bola');
  await serviceWorkerIsReady(page);
  const questions = await startRound(page, 'La Liga', 'Hard');
  await answer(page, questions, 1, true);
  relay.cut();
  await page.reload();
  await expect(questionOnTable(page)).toHaveText(questions[1]?.question ?? '');
  await expect(page.getByLabel('1: right')).toBeVisible();
});

test('wrong answers of a game are won back in practice, offline', {
  tag: ['@full', '@old-chromium'],
}, async ({ page, relay }) => {
  await comeHome(page, 'Ngozi');
  await serviceWorkerIsReady(page);
  const [first, second] = await startRound(page, 'Serie A', 'Easy').then(async (questions) => {
    await answer(page, questions, 1, false);
    await leaveRound(page);
    return questions;
  });
  await expect(page.getByRole('button', { name: 'Go Home' })).toBeVisible();
  relay.cut();
  await page.goto('/practice');
  await expect(page.getByText('questions to win back.')).toBeVisible();
  // The current question at the time the game was left counts as skipped.
  await page.getByRole('button', { name: 'Start: 2 questions' }).press('Enter');
  for (const [question, way] of [
    [first, 'Next question'],
    [second, 'Finish'],
  ] as const) {
    await expect(questionOnTable(page)).toHaveText(question?.question ?? '');
    await option(page, question?.answers ?? '').press('Enter');
    await page.getByRole('button', { name: way }).press('Enter');
  }
  await expect(page.getByText('2 of 2 right now')).toBeVisible();
  await expect(page.getByText('Done for today')).toBeVisible();
});

test('a cold start with no line shows dashboard and board with the age of the data', {
  tag: ['@full', '@old-chromium'],
}, async ({ page, context, relay }) => {
  await comeHome(page, 'Chidi');
  await serviceWorkerIsReady(page);
  const questions = await startRound(page, 'Bundesliga', 'Easy');
  await answer(page, questions, 1, true);
  await leaveRound(page);
  await expect(page.getByText('Leaderboard updated successfully!')).toBeVisible();
  await page.getByRole('button', { name: 'Go Home' }).click();
  await expect(dashboardFigure(page, 'points this week')).toHaveText('5 points this week');
  await page.goto('/leaderboard?tab=current-week');
  await expect(page.getByText('You', { exact: true }).first()).toBeVisible();
  // The copy is written once the board is on the screen.
  await expect
    .poll(async () => keysKept(await everythingKept(page)))
    .toContain('"leaderboard","current-week"');
  await page.close();

  relay.cut();
  const cold = await context.newPage();
  await cold.goto('/');
  await expect(cold).toHaveURL(/\/home$/);
  await expect(cold.getByText('No network')).toBeVisible();
  await expect(cold.getByText(/^This is from /)).toBeVisible();
  await expect(dashboardFigure(cold, 'points this week')).toHaveText('5 points this week');
  await expect(dashboardFigure(cold, 'plays left')).toHaveText('49 plays left');
  await expect(cold.getByRole('button', { name: 'Ligue 1' })).toBeVisible();
  const art = cold.getByRole('button', { name: 'English Premier League' }).locator('img');
  await expect
    .poll(() => art.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);

  await cold.goto('/leaderboard?tab=current-week');
  await expect(cold.getByText('You', { exact: true }).first()).toBeVisible();
  await expect(cold.getByText('No network')).toBeVisible();
  await expect(cold.getByText(/^This is from /)).toBeVisible();
});

test('the service worker delivers a result with the app closed', async ({
  page,
  context,
  relay,
  server,
}) => {
  await comeHome(page, 'Dayo');
  await serviceWorkerIsReady(page);
  const questions = await startRound(page, 'Serie A', 'Easy');
  await answer(page, questions, 1, true);
  relay.cut();
  await leaveRound(page);
  await expect(page.getByText('Saved. We will send it when you are back online')).toBeVisible();

  // A page of another site keeps the browser open; the game itself is closed.
  const elsewhere = await context.newPage();
  const devtools = await context.newCDPSession(elsewhere);
  const registrations = devtools.send('ServiceWorker.enable');
  const registered = new Promise<{ registrationId: string; scopeURL: string }>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', (event) => {
      const own = event.registrations.find(({ scopeURL }) => scopeURL.includes(`:${relay.port}/`));
      if (own) resolve(own);
    });
  });
  await registrations;
  const { registrationId } = await registered;
  const token = await page.evaluate(
    () => JSON.parse(localStorage.getItem('football-mastermind') ?? '{}').token,
  );
  await page.close();
  relay.restore();
  await devtools.send('ServiceWorker.dispatchSyncEvent', {
    origin: `http://localhost:${relay.port}`,
    registrationId,
    tag: 'fom-outbox',
    lastChance: false,
  });
  const points = async () => {
    const reply = await context.request.get(`${server.url}/api/v2/points/user-points`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    return (await reply.json()).data.user.highScore;
  };
  await expect.poll(points, { timeout: 20_000 }).toBe(5);
});

test('with two tabs open, one of them sends a waiting result', async ({
  page,
  context,
  relay,
  server,
}) => {
  await comeHome(page, 'Funke');
  await serviceWorkerIsReady(page);
  const questions = await startRound(page, 'La Liga', 'Easy');
  await answer(page, questions, 1, true);
  relay.cut();
  await leaveRound(page);
  await expect(page.getByText('Saved. We will send it when you are back online')).toBeVisible();
  const other = await context.newPage();
  await other.goto('/home');
  await expect(other.getByText('1 result waiting').first()).toBeAttached();

  let taken = 0;
  context.on('response', (response) => {
    const isResult = response.url().endsWith('/api/v2/points');
    if (isResult && response.request().method() === 'POST' && response.ok()) taken += 1;
  });
  relay.restore();
  await expect(dashboardFigure(other, 'points this week')).toHaveText('5 points this week', {
    timeout: 30_000,
  });
  await expect(page.getByText('Leaderboard updated successfully!')).toBeVisible();
  expect(await pointsOnServer(page, server.url)).toBe(5);
  expect(taken).toBe(1);
});

test('the caches hold the shell, the art and nothing of the API', { tag: '@full' }, async ({
  page,
}) => {
  await comeHome(page, 'Emeka');
  await serviceWorkerIsReady(page);
  const cached = await page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(cached).toContain('/');
  expect(cached).toContain('/static/english-premier-league.svg');
  expect(cached.some((path) => /^\/assets\/quiz-.*\.js$/.test(path))).toBe(true);
  expect(cached.filter((path) => /^\/(api|he\.php|sandbox)/.test(path))).toEqual([]);
});

/** Only from then on can the app be opened offline. */
async function serviceWorkerIsReady(page: Page): Promise<void> {
  await isOfflineReady(page);
}

/** The keys of all databases, from the whole storage. */
function keysKept(kept: string): string {
  const { databases }: { databases: { stores: { keys: unknown[] }[] }[] } = JSON.parse(kept);
  return databases.flatMap(({ stores }) => stores.flatMap(({ keys }) => keys)).join('\n');
}
