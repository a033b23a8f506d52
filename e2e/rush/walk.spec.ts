import { expect, test } from '../support/fixtures.ts';
import { saysToast } from '../support/money.ts';
import { answerLevel, climb, comeToRush, kickOff, payForTicket } from '../support/rush.ts';

test('a ticket is bought, its run won, and the jackpot leads to the board', async ({ page }) => {
  await comeToRush(page, 'Ada');
  await page.screenshot({ path: '/tmp/shots/entry.png' });
  await payForTicket(page);
  await page.screenshot({ path: '/tmp/shots/paid.png' });
  await kickOff(page);
  await page.screenshot({ path: '/tmp/shots/play.png' });
  await climb(page, 1, 14);
  await answerLevel(page, 15);
  await expect(page.getByRole('dialog', { name: 'JACKPOT!' })).toBeVisible();
  await page.screenshot({ path: '/tmp/shots/jackpot.png' });
  await saysToast(page, 'Leaderboard updated successfully!');
  await page.getByRole('button', { name: 'View Leaderboard' }).press('Enter');
  await expect(page).toHaveURL(/millionaire-rush\/leaderboard/);
  await expect(page.getByText('You', { exact: true })).toBeVisible();
  await page.screenshot({ path: '/tmp/shots/board.png' });
});
