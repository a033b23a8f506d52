import { expect, type Page } from 'playwright/test';
import { test } from '../support/fixtures.ts';
import { comeHome, isOfflineReady } from '../support/player.ts';
import { answer, leaveRound, startRound } from '../support/round.ts';

test.use({ serviceWorkers: 'allow' });

const WEEK = '/daily?tab=current-week';
const ownRow = (page: Page) => page.getByRole('region', { name: 'Your place' });

/** Plays a round with this many right answers, until the board has it. */
async function play(page: Page, right: number): Promise<void> {
  const questions = await startRound(page, 'La Liga', 'Easy');
  for (let number = 1; number <= right; number += 1) await answer(page, questions, number, true);
  await leaveRound(page);
  await expect(page.getByText('Leaderboard updated successfully!')).toBeVisible();
  await page.getByRole('button', { name: 'Go Home' }).click();
}

/** The place that the own row shows. */
async function placeOf(page: Page): Promise<number> {
  const text = await ownRow(page).innerText();
  return Number(text.replaceAll(',', '').match(/^\d+/)?.[0]);
}

test('a player in one browser overtakes the player watching the board in another, and can be reported there', {
  tag: '@full',
}, async ({ page, browser, appUrl }) => {
  await comeHome(page, 'Ada');
  await play(page, 2);
  await page.goto(WEEK);
  await expect(ownRow(page)).toContainText('10 pts');
  const before = await placeOf(page);

  const other = await browser.newContext({ baseURL: appUrl });
  const bola = await other.newPage();
  await comeHome(bola, 'Bola');
  await play(bola, 3);
  await bola.goto(WEEK);
  await expect(ownRow(bola)).toContainText('15 pts');
  const passed = await placeOf(bola);
  await other.close();

  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect.poll(() => placeOf(page)).toBe(before + 1);
  expect(passed).toBeLessThan(before + 1);

  const row = page.getByRole('button', { name: 'Bola', exact: true }).first();
  await row.press('Enter');
  await page.getByRole('button', { name: 'Report name' }).press('Enter');
  await expect(page.getByText('Reported. Thank you: we will look at it')).toBeVisible();
  await expect(row).toBeFocused();
});

test('a cold start without a line shows the last board and how old it is', {
  tag: '@full',
}, async ({ page, context, relay }) => {
  await comeHome(page, 'Chidi');
  await isOfflineReady(page);
  await play(page, 4);
  await page.goto(WEEK);
  await expect(ownRow(page)).toContainText('20 pts');
  await page.close();

  relay.cut();
  const cold = await context.newPage();
  await cold.goto(WEEK);
  await expect(ownRow(cold)).toContainText('20 pts');
  await expect(cold.getByText('No network')).toBeVisible();
  await expect(cold.getByText(/^This is from /)).toBeVisible();

  relay.restore();
  await expect(cold.getByText('No network')).toBeHidden({ timeout: 30_000 });
  await expect(ownRow(cold)).toContainText('20 pts');
});
