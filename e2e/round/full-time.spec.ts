import { expect, test } from '../support/fixtures.ts';
import { winSomething } from '../support/round.ts';

test.describe('full time on a small phone', { tag: '@full' }, () => {
  test.use({ viewport: { width: 360, height: 640 } });

  for (const [face, wrongOnes] of [
    ['a good game', 3],
    ['a bad game', 8],
  ] as const) {
    test(`after ${face} the way to a withdrawal account is in sight, and so is the line about the board`, async ({
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
