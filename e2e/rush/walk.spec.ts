import type { Request } from 'playwright/test';
import { expectAccessible } from '../support/accessible.ts';
import { expect, test } from '../support/fixtures.ts';
import { saysToast } from '../support/money.ts';
import { option, questionOnTable, secondsLeft } from '../support/round.ts';
import {
  answerLevel,
  answersOnTable,
  climb,
  comeToRush,
  kickOff,
  loseAt,
  payForTicket,
} from '../support/rush.ts';
import { inKb, sizeOf } from '../support/sizes.ts';

const RECEIVED_BUDGET_BYTES = 12 * 1024;

test(
  'a ticket is bought and its run won, through a line that drops at 3, 9 and 15 and a reload',
  {
    tag: ['@space', '@old-chromium'],
  },
  async ({ page, relay }, { annotations }) => {
    await comeToRush(page, 'Ada');
    await payForTicket(page);
    const requests: Request[] = [];
    page.on('requestfinished', (request) => requests.push(request));
    await kickOff(page);
    await climb(page, 1, 2);
    for (const [level, next, width] of [
      [3, 8, 320],
      [9, 14, 412],
    ] as const) {
      await page.setViewportSize({ width, height: 640 });
      await loseAt(page, relay, level);
      await climb(page, level + 1, next);
    }
    await page.setViewportSize({ width: 360, height: 640 });
    // The same question after a reload, with no more time than was left.
    await expect(page.getByRole('button', { name: /^Level 15 / })).toBeVisible();
    const question = await questionOnTable(page).innerText();
    const before = await secondsLeft(page);
    await page.reload();
    await expect(questionOnTable(page)).toHaveText(question);
    expect(await secondsLeft(page)).toBeLessThanOrEqual(before);
    await loseAt(page, relay, 15);
    const jackpot = page.getByRole('dialog', { name: 'JACKPOT!' });
    await expect(jackpot).toContainText('225');
    await expect(page.locator('canvas')).toHaveAttribute('data-particles', '105');
    await saysToast(page, 'Leaderboard updated successfully!');
    await jackpot.getByRole('button', { name: 'View Leaderboard' }).press('Enter');
    await expect(page.getByRole('region', { name: 'Your place' })).toContainText('Ada');

    const calls = (await Promise.all(requests.map(sizeOf))).filter((call) => call !== null);
    const ofRun = calls.filter(({ name }) =>
      /\/api\/v2\/(rush|questions|points\/tournament$)/.test(name),
    );
    const received = ofRun.reduce((sum, call) => sum + call.received, 0);
    const figure = `one run of 15 levels, three lost lines and a reload: ${inKb(received)} received in ${ofRun.length} calls`;
    annotations.push({ type: 'figure', description: figure });
    process.stdout.write(`figure: ${figure}\n`);
    expect(received).toBeLessThanOrEqual(RECEIVED_BUDGET_BYTES);
  },
);

test('two tickets: one run is lost while another tab looks on, in the other the time runs out', async ({
  page,
  context,
}) => {
  await comeToRush(page, 'Bola');
  await payForTicket(page);
  await page.getByRole('button', { name: 'Later' }).press('Enter');
  await expect(page.getByText('1 ticket is waiting')).toBeVisible();
  await page.getByRole('button', { name: 'Play your ticket' }).press('Enter');
  await page.getByRole('button', { name: 'Kick off' }).press('Enter');
  await answerLevel(page, 1);

  await expect(page.getByRole('button', { name: /^Level 2 / })).toBeVisible();
  await page.getByRole('button', { name: 'Time Freeze' }).press('Enter');
  await expect(page.getByText('Clock stopped', { exact: true })).toBeVisible();
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(
    other.getByRole('heading', { name: 'This game is open in another tab' }),
  ).toBeVisible();
  await other.close();
  await page.bringToFront();

  await page.goBack();
  await expect(page.getByRole('dialog', { name: 'Leave the run?' })).toBeVisible();
  await page.getByRole('button', { name: 'Keep playing' }).press('Enter');
  await page.getByRole('button', { name: '50/50' }).press('Enter');
  await expect(page.getByText('Taken away', { exact: true })).toHaveCount(2);
  await page.getByRole('button', { name: 'Double Points' }).press('Enter');
  await saysToast(page, 'Double Points Implemented');
  await answerLevel(page, 2);
  await expect(page.getByRole('button', { name: /^Level 3 / })).toBeVisible();
  await page.getByRole('button', { name: 'Skip' }).press('Enter');
  await expect(page.getByRole('button', { name: /^Level 4 · 45 points/ })).toBeVisible();
  await answerLevel(page, 4, 'wrong');
  await expect(page.getByText('Right answer', { exact: true })).toBeVisible();
  const lost = page.getByRole('dialog', { name: 'Wrong Answer' });
  await expect(lost).toContainText('You reached level 4 of 15. 45 points count for today.');
  await lost.getByRole('button', { name: 'Play Again' }).press('Enter');

  // A run that was never opened with a ticket does not exist.
  await page.goto('/millionaire-rush/6f2f3c1e-4d0a-4c2f-9f57-0f6a2b1c3d4e');
  await saysToast(page, 'Unauthorized access');
  await payForTicket(page);
  await kickOff(page);
  const { right } = await answersOnTable(page);
  await expect(option(page, right)).toBeEnabled();
  // The phone's clock runs out, and the phone ends the run.
  await page.clock.install();
  await page.clock.fastForward(13_500);
  await expect(page.getByRole('dialog', { name: 'OUT OF TIME' })).toBeVisible();
});

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('the jackpot has no confetti', { tag: '@full' }, async ({ page }) => {
    await comeToRush(page, 'Chidi');
    await payForTicket(page);
    // Other tests show the server's replies in a run: here it is won at once.
    const won = { verdict: 'right', answer: 'x', score: 225, next: null, timerMs: 12_000 };
    await page.route(/rush\/runs\/.*\/answers|points\/tournament$/, (route) =>
      route.fulfill({ json: { status: true, data: { ...won, ended: 'jackpot' } } }),
    );
    await kickOff(page);
    await page.getByRole('article').getByRole('button').first().press('Enter');
    await expect(page.getByRole('dialog', { name: 'JACKPOT!' })).toBeVisible();
    await expect(page.locator('canvas')).toHaveCount(0);
    await expectAccessible(page);
  });
});
