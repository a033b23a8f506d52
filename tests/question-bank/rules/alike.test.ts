import { expect, test } from 'vitest';
import { AskedBefore } from '../../../question-bank/rules/alike.ts';
import { aQuestion } from '../question.ts';

const WON = 'Which club won the Premier League in 2003-04?';

function earlierOf(one: Parameters<typeof aQuestion>[0], other: Parameters<typeof aQuestion>[0]) {
  const asked = new AskedBefore();
  expect(asked.add(aQuestion({ id: 'first', ...one }))).toBeUndefined();
  return asked.add(aQuestion({ id: 'second', ...other }))?.id;
}

test.each([
  ['the same words', WON],
  ['another order', 'In 2003-04, which club won the Premier League?'],
  ['another dash', 'Which club won the Premier League in 2003–04?'],
  ['a season written with a slash', 'Which club won the Premier League in 2003/04?'],
  ['other words for it', 'Which club were champions of the Premier League in 2003-04?'],
  ['one more name', 'Which London club won the Premier League in 2003-04?'],
])('%s ask the same again', (_, question) => {
  expect(earlierOf({ question: WON }, { question })).toBe('first');
});

test('the same words are refused even when they claim another answer', () => {
  expect(earlierOf({ question: WON }, { question: WON, answer: 'Chelsea' })).toBe('first');
});

test.each([
  ['another season', { question: 'Which club won the Premier League in 2001-02?' }],
  ['another competition', { question: 'Which club won the FA Cup in 2003-04?' }],
  ['another thing', { question: 'Which club scored most in the Premier League in 2003-04?' }],
  ['another category', { question: WON, category: 'la-liga' } as const],
])('%s is another question', (_, different) => {
  expect(earlierOf({ question: WON }, different)).toBeUndefined();
});

test('two clubs at the start of a question are distinguished', () => {
  const score = { options: ['2-1', '3-1', '4-1', '5-1'], answer: '2-1' };
  const one = { question: 'Everton v Fulham in May 2004: what was the score?', ...score };
  const other = { question: 'Chelsea v Fulham in May 2004: what was the score?', ...score };
  expect(earlierOf(one, other)).toBeUndefined();
});

test('winner and loser are distinguished', () => {
  const one = { question: 'Which final did Everton win against Fulham?', answer: '1999' };
  const other = { question: 'Which final did Fulham win against Everton?', answer: '2001' };
  expect(earlierOf(one, other)).toBeUndefined();
});
