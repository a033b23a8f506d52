import { expect, test } from 'vitest';
import {
  beginProof,
  type ProofRound,
  proofAnswerableUntil,
  proofLeftMs,
  proofQuestion,
  stepProof,
} from '../../../src/rules/proof-round.ts';

const AT = 1_000_000;
const OPTIONS = ['Kano', 'Jos', 'Lagos', 'Ibadan'];
const questions = Array.from({ length: 20 }, (_, index) => ({
  options: OPTIONS,
  answer: OPTIONS[index % 4] ?? '',
  timerMs: 12_000,
}));

const begun = () => beginProof(questions, AT);
const answer = (round: ProofRound, choice: string, at: number) =>
  stepProof(round, { type: 'answer', choice, at, dealtAt: at });

test('the first clock starts 750 ms after the deal', () => {
  expect(proofLeftMs(begun(), AT + 750)).toBe(12_000);
  expect(proofLeftMs(begun(), AT + 1750)).toBe(11_000);
});

test('right, wrong and out of time: the round goes on to its twentieth question', () => {
  let round = answer(begun(), 'Kano', AT + 3750);
  round = answer(round, 'Kano', AT + 8000);
  round = stepProof(round, {
    type: 'timeout',
    isOutage: false,
    at: AT + 30_000,
    dealtAt: AT + 30_100,
  });
  expect(round.rows).toEqual([
    { choice: 'Kano', ms: 3000, end: 'right' },
    { choice: 'Kano', ms: 3500, end: 'wrong' },
    { choice: null, ms: 21_250, end: 'timeout' },
  ]);
  expect(round.shownAt).toBe(AT + 30_850);
  for (let number = 4; number <= 20; number += 1)
    round = answer(round, 'Jos', round.shownAt + 1000);
  expect(proofQuestion(round)).toBeNull();
  expect(answer(round, 'Jos', AT + 90_000)).toBe(round);
});

test('a question that ran out while the game was out of reach counts for nothing', () => {
  const at = AT + 15_000;
  const round = stepProof(begun(), { type: 'timeout', isOutage: true, at, dealtAt: at });
  expect(round.rows[0]?.end).toBe('void');
});

test('2 s a question and 8 s a round are allowed for a bad line', () => {
  let round: ProofRound = begun();
  for (let late = 0; late < 4; late += 1) {
    expect(proofAnswerableUntil(round)).toBe(round.shownAt + 14_000);
    round = answer(round, 'Kano', round.shownAt + 14_000);
  }
  expect(round.rows.map(({ end }) => end)).toEqual(['right', 'wrong', 'wrong', 'wrong']);
  round = answer(round, 'Kano', round.shownAt + 12_001);
  expect(round.rows.at(-1)).toMatchObject({ choice: null, end: 'timeout' });
});

test('an answer later than allowed is a timeout and spends nothing', () => {
  const round = answer(begun(), 'Kano', AT + 750 + 14_001);
  expect(round.rows[0]?.end).toBe('timeout');
  expect(round.allowanceMs).toBe(8000);
});

test('what is no option changes nothing', () => {
  const round = begun();
  expect(answer(round, 'Enugu', AT + 2000)).toBe(round);
});
