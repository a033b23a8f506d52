import type { BrowserContext, Page } from 'playwright/test';
import { expect, test } from '../support/fixtures.ts';
import {
  askServer,
  comeHome,
  dashboardFigure,
  isOfflineReady,
  pointsOnServer,
} from '../support/player.ts';
import {
  answer,
  leaveRound,
  parkRound,
  questionOnTable,
  saveRound,
  secondsLeft,
  skipKickOff,
  startRound,
} from '../support/round.ts';

test.use({ serviceWorkers: 'allow' });
// A failure here is never retried, because a result or payment was lost or doubled.
test.describe.configure({ retries: 0 });

const savedCard = (page: Page) => page.getByRole('region', { name: 'Your saved game' });

/** Home is three screens high: the browser's own pull-to-refresh starts at its top. */
const overscroll = (page: Page) =>
  page.evaluate(() =>
    [document.documentElement, document.body].map(
      (element) => getComputedStyle(element).overscrollBehaviorY,
    ),
  );

test('a round saved before the tunnel is played there from a cold start, and counts once', async ({
  page,
  context,
  relay,
  server,
}) => {
  await comeHome(page, 'Ada');
  await isOfflineReady(page);
  const questions = await saveRound(page, 'La Liga', 'Medium');
  await expect(page.getByText('Saved. Ready to play with no network')).toBeVisible();
  await expect(savedCard(page)).toContainText('Saved: La Liga, Medium');
  await expect(savedCard(page)).toContainText(/until \w{3} \d+ \w{3} at \d\d:\d\d\./);
  await expect(dashboardFigure(page, 'plays left')).toHaveText('49 plays left');
  await expect(page.getByRole('button', { name: '850 coins' })).toBeVisible();
  expect(await askServer(page, server.url, 'user/dailyplays')).toMatchObject({ count: 1 });
  await page.close();

  relay.cut();
  const cold = await context.newPage();
  await cold.goto('/');
  await expect(cold.getByText('No network', { exact: true })).toBeVisible();
  await expect(cold.getByRole('button', { name: 'La Liga Ready to play' })).toBeVisible();
  await expect(cold.getByRole('button', { name: 'Serie A Needs network' })).toBeVisible();
  await savedCard(cold).getByRole('button', { name: 'Play' }).press('Enter');
  await skipKickOff(cold);
  await expect(questionOnTable(cold)).toHaveText(questions[0]?.question ?? '');
  // The clock of a normal round starts with its first question.
  expect(await secondsLeft(cold)).toBeGreaterThan(9);
  for (let number = 1; number <= 10; number++) await answer(cold, questions, number, number <= 4);
  const results = cold.getByRole('main');
  await expect(results.getByText('4 of 10 right')).toBeVisible();
  await expect(results.getByText('Saved. We will send it when you are back online')).toBeVisible();
  await results.getByRole('button', { name: 'Go Home' }).click();
  await expect(savedCard(cold)).toHaveCount(0);
  await expect(cold.getByText('1 result waiting').first()).toBeVisible();

  relay.restore();
  await expect(dashboardFigure(cold, 'points this week')).toHaveText('40 points this week', {
    timeout: 30_000,
  });
  await expect(cold.getByRole('button', { name: '850 coins' })).toBeVisible();
  expect(await pointsOnServer(cold, server.url)).toBe(40);
  await cold.reload();
  await expect(dashboardFigure(cold, 'points this week')).toHaveText('40 points this week');
  expect(await pointsOnServer(cold, server.url)).toBe(40);
  expect(await askServer(cold, server.url, 'user/dailyplays')).toMatchObject({ count: 1 });
});

/** Another start of the app, on a phone whose clock is this many days ahead of the server's. */
async function startAt(context: BrowserContext, days: number): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript((ms) => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + ms;
  }, days * 86_400_000);
  return page;
}

test('a saved round outlives a clock that was days behind and is put right, with a line and without', {
  tag: '@full',
}, async ({ context, relay }) => {
  const behind = await startAt(context, -3);
  await comeHome(behind, 'Chi');
  await isOfflineReady(behind);
  await saveRound(behind, 'La Liga', 'Easy');
  await behind.close();
  relay.cut();
  const dark = await startAt(context, 0);
  await dark.goto('/home');
  await expect(dark.getByText('No network', { exact: true })).toBeVisible();
  await expect(savedCard(dark)).toContainText('Saved: La Liga, Easy');
  await dark.close();
  relay.restore();
  for (const days of [0, 3, -3, 0]) {
    const page = await startAt(context, days);
    const told = page.waitForResponse('**/user/dailyplays');
    await page.goto('/home');
    await told;
    await expect(savedCard(page)).toContainText('Saved: La Liga, Easy');
    await page.close();
  }
});

test('a saved round and an open one exist together, and both count', {
  tag: '@full',
}, async ({ page, server }) => {
  await comeHome(page, 'Bola');
  const saved = await saveRound(page, 'La Liga', 'Easy');
  const open = await startRound(page, 'Serie A', 'Easy');
  await answer(page, open, 1, true);
  await parkRound(page);
  await expect(savedCard(page)).toBeVisible();
  await expect(page.getByText('Your game is still open')).toBeVisible();

  // A third one is refused, both to play and to save.
  await page.getByRole('button', { name: 'Ligue 1' }).click();
  const save = page.getByRole('switch', { name: /^Save for later/ });
  await expect(save).toBeDisabled();
  await expect(save).toContainText('You have a saved game. Play it first.');
  await expect(page.getByText('Another game is open')).toBeVisible();

  await page.getByRole('button', { name: 'Go on with it' }).press('Enter');
  await expect(questionOnTable(page)).toHaveText(open[1]?.question ?? '');
  await leave(page);
  await savedCard(page).getByRole('button', { name: 'Play' }).press('Enter');
  await skipKickOff(page);
  await answer(page, saved, 1, true);
  await leave(page);
  await expect(dashboardFigure(page, 'points this week')).toHaveText('10 points this week');
  expect(await pointsOnServer(page, server.url)).toBe(10);
  await expect(dashboardFigure(page, 'plays left')).toHaveText('48 plays left');
});

test.describe('two rounds of another phone', () => {
  test.use({ expectedErrors: [/409 \(Conflict\)/] });

  test('let no third one be started, with a way on', { tag: '@full' }, async ({
    page,
    context,
  }) => {
    await comeHome(page, 'Chidi');
    await saveRound(page, 'La Liga', 'Easy');
    await startRound(page, 'Serie A', 'Easy');
    await parkRound(page);
    await expect(page.getByRole('button', { name: 'Go on' })).toBeVisible();
    // As a phone that has none of them.
    await page.evaluate(() => {
      const request = indexedDB.open('fom-round');
      return new Promise<void>((resolve) => {
        request.onsuccess = () => {
          const store = request.result.transaction('rounds', 'readwrite').objectStore('rounds');
          store.clear().onsuccess = () => resolve();
        };
      });
    });
    await page.close();
    const phone = await context.newPage();
    await phone.goto('/home');
    await phone.getByRole('button', { name: 'Ligue 1' }).click();
    await phone.getByRole('button', { name: /^Easy/ }).click();
    const dialog = phone.getByRole('dialog', { name: 'You have two unfinished games' });
    await expect(dialog).toContainText('They may be on another phone.');
    await dialog.getByRole('button', { name: 'Go Home' }).click();
    await expect(dialog).toBeHidden();
    await expect(phone.getByRole('button', { name: 'Ligue 1' })).toBeVisible();
  });
});

test("a tap on Refresh brings what is new, and the browser's own pull works but in a game", {
  tag: '@full',
}, async ({ page }) => {
  await comeHome(page, 'Dayo');
  expect(await overscroll(page)).toEqual(['auto', 'auto']);
  const refresh = page.getByRole('button', { name: 'Refresh' });
  // A tap while the dashboard is still being read requests nothing more.
  await expect(refresh).toHaveAttribute('aria-busy', 'false');
  await page.route('**/user/dailyplays', (route) =>
    route.fulfill({ json: { status: true, data: { count: 7 } } }),
  );
  await refresh.click();
  await expect(dashboardFigure(page, 'plays left')).toHaveText('43 plays left');

  await page.unroute('**/user/dailyplays');
  const questions = await startRound(page, 'La Liga', 'Easy');
  expect(await overscroll(page)).toEqual(['contain', 'contain']);
  await answer(page, questions, 1, true);
  await leaveRound(page);
  await expect(page.getByRole('button', { name: 'Review answers' })).toBeVisible();
  expect(await overscroll(page)).toEqual(['contain', 'contain']);
  await page.getByRole('button', { name: 'Go Home' }).click();
  await expect(dashboardFigure(page, 'plays left')).toBeVisible();
  expect(await overscroll(page)).toEqual(['auto', 'auto']);
});

async function leave(page: Page): Promise<void> {
  await leaveRound(page);
  await expect(page.getByText('Leaderboard updated successfully!').first()).toBeVisible();
  await page.getByRole('button', { name: 'Go Home' }).click();
}
