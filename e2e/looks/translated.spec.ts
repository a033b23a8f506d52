import type { Page } from 'playwright/test';
import { TRANSLATORS, translatorScript } from '../../tests/support/translator.ts';
import { expect, test } from '../support/fixtures.ts';
import { buyFromHeader } from '../support/money.ts';
import { comeHome, dashboardFigure } from '../support/player.ts';
import { answer, option, questionOnTable, startRound } from '../support/round.ts';

/** The question is translated, its answers are not. */
async function isPartlyTranslated(page: Page, question: { options: string[] }): Promise<void> {
  await expect(questionOnTable(page).locator('font').first()).toBeAttached();
  for (const text of question.options) {
    const words = option(page, text).getByText(text, { exact: true });
    expect(await words.evaluate((one) => one.tagName)).toBe('SPAN');
  }
}

for (const [index, [manner, put]] of Object.entries(TRANSLATORS).entries()) {
  test(
    `a translator whose element ${manner} breaks no page, and changes stay visible`,
    index === 0 ? {} : { tag: '@full' },
    async ({ page }) => {
      await page.addInitScript({ content: translatorScript(put) });
      await comeHome(page, 'Ada');
      await expect(page.getByRole('region', { name: 'You', exact: true })).toContainText(
        'Welcome, Ada.',
      );
      await page.getByRole('button', { name: 'La Liga' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).press('Enter');

      const questions = await startRound(page, 'La Liga', 'Easy');
      for (const number of [1, 2, 3]) {
        const question = questions[number - 1];
        if (question) await isPartlyTranslated(page, question);
        await answer(page, questions, number, number !== 2);
      }
      await page.getByRole('button', { name: 'Skip' }).press('Enter');
      await expect(questionOnTable(page)).toHaveText(questions[4]?.question ?? '');
      for (let number = 5; number <= questions.length; number += 1) {
        await answer(page, questions, number, true);
      }
      const results = page.getByRole('main');
      await expect(results).toContainText('8 of 10 right');
      await expect(page.getByText('Leaderboard updated successfully!')).toBeVisible();
      await page.getByRole('button', { name: 'Review answers' }).press('Enter');
      const review = page.getByRole('dialog', { name: 'Review answers' });
      await expect(review).toContainText(questions[9]?.question ?? '');
      await page.keyboard.press('Escape');
      await expect(review).toHaveCount(0);

      await page.goBack();
      await expect(dashboardFigure(page, 'plays left')).toHaveText('49 plays left');
      const coins = await buyFromHeader(page, 'Buy Coins');
      await coins.getByRole('radio').last().click({ force: true });
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Menu' }).press('Enter');
      await page.getByRole('link', { name: /^Leaderboard/ }).press('Enter');
      const own = page.getByRole('region', { name: 'You', exact: true });
      for (const [tab, told] of [
        ['Previous Week', 'points this week'],
        ['Current Day', 'points today'],
        ['Current Week', 'points this week'],
      ] as const) {
        await page.getByRole('tab', { name: tab }).press('Enter');
        await expect(own).toContainText(told);
        await expect(page.getByRole('tabpanel', { name: tab })).toBeVisible();
      }
      await expect(page.getByRole('tabpanel', { name: 'Current Week' })).toContainText('Ada');
    },
  );
}
