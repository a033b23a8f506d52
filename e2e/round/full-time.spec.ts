import type { Page } from 'playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { comeHomeWithoutBank } from '../support/player.ts';
import { answer, startRound } from '../support/round.ts';

/** A game whose place is in the money, of a player who has nowhere to be paid to. */
async function winSomething(page: Page, wrongOnes: number): Promise<void> {
  await page.route('**/api/v2/points', async (route) => {
    const reply = await route.fetch();
    const body = await reply.json();
    body.data.place = { before: 13, after: 10, toNext: 81, cashNaira: 2420, toMoney: null };
    await route.fulfill({ response: reply, json: body });
  });
  await comeHomeWithoutBank(page, 'Ada');
  const questions = await startRound(page, 'La Liga', 'Easy');
  for (let number = 1; number <= 10; number += 1) {
    await answer(page, questions, number, number > wrongOnes);
  }
  await expect(page.getByText('In the money now:')).toBeVisible();
}

test.describe('full time on a small phone', { tag: '@full' }, () => {
  test.use({ viewport: { width: 360, height: 640 } });

  for (const [face, wrongOnes] of [
    ['a good game', 3],
    ['a bad game', 8],
  ] as const) {
    test(`after ${face} the way to a withdrawal account is in sight, and so is what is said of the board`, async ({
      page,
    }) => {
      await winSomething(page, wrongOnes);
      const way = page.getByRole('button', { name: 'Add Withdrawal Account' });
      await expect(way).toBeInViewport({ ratio: 1 });
      await expect(page.getByText('Leaderboard updated successfully!')).toBeInViewport({
        ratio: 1,
      });
      expect(await page.evaluate(() => scrollY)).toBe(0);
      await way.click();
      await expect(page).toHaveURL(/\/profile#account$/);
    });
  }
});
