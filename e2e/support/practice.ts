import { expect, type Page } from 'playwright/test';

/** A question as a round leaves it behind for practice. */
const missed = (number: number, on: string) => ({
  question: {
    id: `missed-${number}`,
    category: 'African Cup of Nations',
    question: `Who scored the winning goal for Nigeria in the ${1970 + number} final?`,
    options: ['Sunday Mba', 'Victor Moses', 'Emmanuel Emenike', 'Ikechukwu Uche'],
    answer: 'Sunday Mba',
    fact: 'Sunday Mba scored the only goal of the final against Burkina Faso in the 40th minute.',
  },
  said: number % 2 ? 'Victor Moses' : null,
  on,
});

/** Stores this many missed questions on the phone of a signed-in player. */
export async function leaveMistakes(page: Page, count: number): Promise<void> {
  const mistakes = Array.from({ length: count }, (_, index) => missed(index + 1, '2026-11-17'));
  await page.evaluate(async (list) => {
    const { user } = JSON.parse(localStorage.getItem('football-mastermind') ?? '{}');
    const opening = indexedDB.open('fom-practice', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore('players');
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    const writing = opening.result.transaction('players', 'readwrite');
    writing.objectStore('players').put(list, `missed-${user.id}`);
    await new Promise((resolve) => writing.addEventListener('complete', resolve));
    opening.result.close();
  }, mistakes);
}

/** Types the players of one phone, and starts. */
export async function startPass(page: Page, names: string[]): Promise<void> {
  await addPlayers(page, names);
  await page.getByRole('button', { name: `Start with ${names.length} players` }).press('Enter');
}

export async function addPlayers(page: Page, names: string[]): Promise<void> {
  await page.getByRole('button', { name: 'Add a player' }).click();
  for (const name of names) {
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: `Take out ${name}` })).toBeVisible();
  }
}

/** Answers the current question with one of its options. */
export async function answerAny(page: Page): Promise<void> {
  await page.getByRole('article').getByRole('button').first().press('Enter');
}
