import { expect, type Page } from 'playwright/test';
import { dataOf } from './player.ts';

/** A question as it came over the line, with its answer. */
type DealtQuestion = { id: string; question: string; options: string[]; answers: string };

/** Picks a category and a level; gives the questions that were dealt. */
export async function startRound(
  page: Page,
  category: string,
  level: string,
): Promise<DealtQuestion[]> {
  await page.getByRole('button', { name: category }).click();
  await expect(page.getByRole('dialog', { name: 'Select Level' })).toBeVisible();
  const dealt = page.waitForResponse((response) => /\/api\/v2\/questions\//.test(response.url()));
  // By a key: an answer that is tapped as fast as a test's would count as the second one of a double tap.
  await page.getByRole('button', { name: new RegExp(`^${level}`) }).press('Enter');
  const questions = await dataOf<DealtQuestion[]>(await dealt);
  await expect(page).toHaveURL(/\/quiz\//);
  await expect(questionOnTable(page)).toHaveText(questions[0]?.question ?? '');
  return questions;
}

/** Saves a round of a category and level for later; gives the questions that were dealt. */
export async function saveRound(
  page: Page,
  category: string,
  level: string,
): Promise<DealtQuestion[]> {
  await page.getByRole('button', { name: category }).click();
  await page.getByRole('switch', { name: /^Save a round for later/ }).click();
  const dealt = page.waitForResponse((response) => /\/api\/v2\/questions\//.test(response.url()));
  await page.getByRole('button', { name: new RegExp(`^${level}`) }).click();
  const questions = await dataOf<DealtQuestion[]>(await dealt);
  await expect(page.getByRole('region', { name: 'Your saved game' })).toBeVisible();
  return questions;
}

/**
 * Answers the question on the table, rightly or wrongly, and waits for the next one. By a key where
 * the card has just taken the place of what was tapped: the game takes such a tap for a stray one.
 */
export async function answer(
  page: Page,
  questions: DealtQuestion[],
  number: number,
  isRight: boolean,
  by: 'tap' | 'key' = 'tap',
): Promise<void> {
  const question = questions[number - 1];
  if (!question) throw new Error(`There is no question ${number}.`);
  await expect(questionOnTable(page)).toHaveText(question.question);
  const wrong = question.options.find((option) => option !== question.answers) ?? '';
  const option = page
    .getByRole('article')
    .getByRole('button', { name: isRight ? question.answers : wrong, exact: true });
  // The colour is over soon: it is waited for before the tap, and not looked for now and then.
  const colour = page.getByText(isRight ? 'Correct' : 'Wrong').waitFor();
  await Promise.all([colour, by === 'tap' ? option.click() : option.press('Enter')]);
  const next = questions[number];
  if (next) await expect(questionOnTable(page)).toHaveText(next.question);
}

/**
 * Leaves the round on the table, and says so when asked. By a key: a tap that follows as fast as a
 * test's would count as the second one of a double tap.
 */
export async function leaveRound(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Leave the game' }).click();
  await page.getByRole('button', { name: 'Leave', exact: true }).press('Enter');
}

/** The question that can be answered now. */
export function questionOnTable(page: Page) {
  return page.getByRole('article').getByRole('heading');
}

/** The seconds that the countdown shows. */
export async function secondsLeft(page: Page): Promise<number> {
  return Number.parseInt(await page.getByRole('timer').innerText(), 10);
}
