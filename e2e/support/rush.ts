import { expect, type Page } from 'playwright/test';
import { Player } from '../../scripts/lib/player/player.ts';
import { rightAnswer } from '../../scripts/lib/player/right-answer.ts';
import type { Relay } from '../../tests/support/relay.ts';
import { choose, pressInWindow } from './money.ts';
import { apiOf, openFirst, rememberPlayer } from './player.ts';
import { option, questionOnTable } from './round.ts';
import { changeSession } from './session.ts';

/** The right answer to the question on the table, and a wrong one. */
export async function answersOnTable(page: Page): Promise<{ right: string; wrong: string }> {
  const text = await questionOnTable(page).innerText();
  const options = await page
    .getByRole('article')
    .getByRole('button')
    .locator('> span:nth-child(3)')
    .allInnerTexts();
  const right = rightAnswer({ question: text, options });
  return { right, wrong: options.find((option) => option !== right) ?? '' };
}

const levelOnTable = (page: Page, level: number) =>
  expect(page.getByRole('button', { name: new RegExp(`^Level ${level} `) })).toBeVisible();

/** Answers the current level, and waits for the verdict; by a key, so that no tap counts as stray. */
export async function answerLevel(page: Page, level: number, how: 'right' | 'wrong' = 'right') {
  await levelOnTable(page, level);
  const { [how]: text } = await answersOnTable(page);
  const verdict = page.getByText(how === 'right' ? /^Correct/ : /^Wrong$/).waitFor();
  await Promise.all([verdict, option(page, text).press('Enter')]);
}

/** Answers this many levels right, beginning with the current one. */
export async function climb(page: Page, from: number, to: number) {
  for (let level = from; level <= to; level += 1) await answerLevel(page, level);
}

/**
 * Answers the current level just as the line is cut; the message about it is no wider than the
 * screen. With the line back the answer is judged, and the run goes on.
 */
export async function loseAt(page: Page, relay: Relay, level: number): Promise<void> {
  await levelOnTable(page, level);
  const { right } = await answersOnTable(page);
  relay.cut();
  await option(page, right).press('Enter');
  await expect(page.getByText('No network. Your answer is kept.')).toBeVisible();
  const tooWide = await page.evaluate(
    () => document.documentElement.scrollWidth - document.body.clientWidth,
  );
  expect(tooWide).toBe(0);
  relay.restore();
  await expect(page.getByText(/^Correct/)).toBeVisible();
}

/** Makes the signed-in player of a page an adult. */
async function sayBirthday(page: Page): Promise<void> {
  const token = await page.evaluate(
    () => JSON.parse(localStorage.getItem('football-mastermind') ?? '{}').token,
  );
  const player = new Player(apiOf(page), { id: 0, phone: '', token });
  const { dob } = await player.sayBirthday('1990-05-17');
  await changeSession(page, ({ user }) => {
    Object.assign(user as object, { dob });
  });
}

/** Opens the entry page as an adult with a plan. */
export async function comeToRush(page: Page, name: string, phone?: string): Promise<void> {
  await rememberPlayer(page, name, phone);
  await sayBirthday(page);
  await openFirst(page, '/millionaire-rush');
  await expect(page.getByRole('button', { name: 'Get Started' })).toBeVisible();
}

/** Pays for a ticket by card, from the entry page to 'Payment Successful'. */
export async function payForTicket(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Get Started' }).press('Enter');
  await choose(page, /^Card/);
  await page.getByRole('button', { name: 'Continue' }).press('Enter');
  await page.getByRole('button', { name: 'Pay ₦203.00' }).press('Enter');
  await pressInWindow(page, 'Pay');
  await expect(page.getByRole('dialog', { name: 'Payment Successful' })).toBeVisible();
}

/** From 'Payment Successful' to the first question. */
export async function kickOff(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Play now' }).press('Enter');
  await page.getByRole('button', { name: 'Kick off' }).press('Enter');
  await levelOnTable(page, 1);
}

/** Opens a run with a ticket that was just bought. */
export async function startRun(page: Page, name: string, phone?: string): Promise<void> {
  await comeToRush(page, name, phone);
  await payForTicket(page);
  await kickOff(page);
}
