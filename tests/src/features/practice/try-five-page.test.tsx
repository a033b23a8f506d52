import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { TryFivePage } from '../../../../src/features/practice/try-five-page.tsx';
import { answerDeck, holdDeck, press } from '../../../support/deck.ts';
import { renderScreen } from '../../../support/render.tsx';

const open = () => renderScreen(<TryFivePage />, { path: '/try', at: '/try' });

async function playFive(rights: number): Promise<Set<number>> {
  const asked = new Set<number>();
  for (let number = 1; number <= 5; number += 1) {
    const question = await answerDeck(number <= rights);
    asked.add(question);
    await screen.findByText(`Fact ${question}.`);
    await press(number === 5 ? 'See how it went' : 'Next question');
  }
  return asked;
}

test("a visitor's five questions, each with its fact, end at 'Get started'", async () => {
  await holdDeck();
  open();
  expect((await playFive(3)).size).toBe(5);
  expect((await screen.findByText('of 5 right')).parentElement?.textContent).toBe('3 of 5 right');
  await press('Get started');
  await screen.findByText('At /');
});

test.each([
  [5, 'All right!'],
  [3, 'Good game!'],
  [2, 'Next one!'],
])('%i right of the five: %s', async (rights, word) => {
  await holdDeck();
  open();
  await playFive(rights);
  await screen.findByText(`${word} With an account each right answer brings points`, {
    exact: false,
  });
});

test('five more are others', async () => {
  await holdDeck(10);
  open();
  const first = await playFive(5);
  await press('Five more');
  const second = await playFive(0);
  expect(new Set([...first, ...second]).size).toBe(10);
  expect((await screen.findByText('of 5 right')).parentElement?.textContent).toBe('0 of 5 right');
});

test('X leads back to the landing', async () => {
  await holdDeck();
  open();
  await press('Leave the game');
  await screen.findByText('At /');
});
