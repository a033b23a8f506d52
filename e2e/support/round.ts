import { expect, type Page } from 'playwright/test';
import { comeHomeWithoutBank, dataOf } from './player.ts';

/** A question as it came over the line, with its answer. */
type DealtQuestion = { id: string; question: string; options: string[]; answers: string };

/** Picks a category and a level; gives the dealt questions. */
export async function startRound(
  page: Page,
  category: string,
  level: string,
): Promise<DealtQuestion[]> {
  await page.getByRole('button', { name: category }).click();
  await expect(page.getByRole('dialog', { name: 'Select Level' })).toBeVisible();
  const dealt = page.waitForResponse((response) => /\/api\/v2\/questions\//.test(response.url()));
  // By a key: an answer tapped as quickly as a test's would count as the second of a double tap.
  await page.getByRole('button', { name: new RegExp(`^${level}`) }).press('Enter');
  const questions = await dataOf<DealtQuestion[]>(await dealt);
  await expect(page).toHaveURL(/\/quiz\//);
  await skipKickOff(page);
  await expect(questionOnTable(page)).toHaveText(questions[0]?.question ?? '');
  return questions;
}

/** Makes the question come at once if a kick-off precedes it, by a key. */
export async function skipKickOff(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Tap to start now' }).press('Enter');
}

/** Saves a round of a category and level for later; gives the dealt questions. */
export async function saveRound(
  page: Page,
  category: string,
  level: string,
): Promise<DealtQuestion[]> {
  await page.getByRole('button', { name: category }).click();
  await page.getByRole('switch', { name: /^Save for later/ }).click();
  const dealt = page.waitForResponse((response) => /\/api\/v2\/questions\//.test(response.url()));
  await page.getByRole('button', { name: new RegExp(`^${level}`) }).click();
  const questions = await dataOf<DealtQuestion[]>(await dealt);
  await expect(page.getByRole('region', { name: 'Your saved game' })).toBeVisible();
  return questions;
}

/**
 * Answers the current question, right or wrong, and waits for the next one. By a key: a tap as
 * quick as a test's would count for the card before.
 */
export async function answer(
  page: Page,
  questions: DealtQuestion[],
  number: number,
  isRight: boolean,
): Promise<void> {
  const question = questions[number - 1];
  if (!question) throw new Error(`There is no question ${number}.`);
  await expect(questionOnTable(page)).toHaveText(question.question);
  const wrong = question.options.find((option) => option !== question.answers) ?? '';
  // The colour is gone soon, so the wait for it begins before the key instead of polling.
  const colour = page
    .getByRole('article')
    .getByText(isRight ? /^Correct/ : /^Wrong$/)
    .waitFor();
  await Promise.all([colour, option(page, isRight ? question.answers : wrong).press('Enter')]);
  const next = questions[number];
  if (!next) return;
  // Enter goes on as soon as it counts; on the next card it does nothing.
  await expect(async () => {
    await page.keyboard.press('Enter');
    expect(await questionOnTable(page).textContent()).toBe(next.question);
  }).toPass({ intervals: [400, 50] });
}

/** An option of the current question, by its text. */
export const option = (page: Page, text: string) =>
  page
    .getByRole('article')
    .getByRole('button')
    .filter({ has: page.getByText(text, { exact: true }) });

/**
 * Ends the current round, and confirms it when asked. By a key: a tap as quick as a test's would
 * count as the second of a double tap.
 */
export async function leaveRound(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Leave the game' }).click();
  await page.getByRole('button', { name: 'End it' }).press('Enter');
}

/** Leaves the current round for the dashboard, by Back, and keeps it for later. */
export async function parkRound(page: Page): Promise<void> {
  await page.goBack();
  await page.getByRole('button', { name: 'Keep it for later' }).press('Enter');
  await expect(page).toHaveURL(/\/home$/);
}

/** The question that can be answered now. */
export function questionOnTable(page: Page) {
  return page.getByRole('article').getByRole('heading');
}

/** The seconds that the countdown shows. */
export async function secondsLeft(page: Page): Promise<number> {
  return Number.parseInt(await page.getByRole('timer').innerText(), 10);
}

/** Stops all timers: the outcome of a question stays on the screen. */
export function stopTimers(page: Page): Promise<void> {
  return page.evaluate(() => {
    const last = Number(setTimeout(() => undefined));
    for (let timer = 1; timer <= last; timer += 1) clearTimeout(timer);
  });
}

/** A game whose place wins money, of a player without a bank account. */
export async function winSomething(page: Page, wrongOnes: number): Promise<void> {
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
