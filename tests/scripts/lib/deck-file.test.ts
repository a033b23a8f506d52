import { expect, test } from 'vitest';
import { CONTENT } from '../../../question-bank/reader/content.ts';
import { readDeck } from '../../../scripts/lib/build.ts';
import { aContentFolder } from '../../question-bank/content-folder.ts';
import { someQuestions } from '../../question-bank/question.ts';

const KB_60 = 60_000;

test('the deck is at most 60 KB, each question with four options and its fact', () => {
  const deck = readDeck(CONTENT);
  expect(new TextEncoder().encode(JSON.stringify(deck)).length).toBeLessThanOrEqual(KB_60);
  expect(deck.questions.length).toBeGreaterThan(240);
  for (const [category, question, ...rest] of deck.questions) {
    expect(deck.categories[category]).toMatch(/\w/);
    expect([question, ...rest].every((text) => text.length > 0)).toBe(true);
    expect(new Set(rest.slice(0, 4)).size).toBe(4);
  }
});

test('it has a corrected question as corrected, and no retired one', () => {
  const generated = someQuestions(120, { level: 'easy' });
  const before = readDeck(aContentFolder({ generated })).questions.map(([, question]) => question);
  const [first, second] = generated.filter(({ question }) => before.includes(question));
  if (!first || !second) throw new Error('two of them are in the deck');
  const own = [{ ...first, answer: 'Everton', fact: 'Everton won it.' }];
  const retired = [{ id: second.id, on: '2026-11-21', why: 'two are right' }];
  const { questions } = readDeck(aContentFolder({ generated, own, retired }));
  expect(questions).toHaveLength(before.length - 1);
  expect(questions.find(([, question]) => question === first.question)).toMatchObject({
    2: 'Everton',
  });
  expect(questions.some(([, question]) => question === second.question)).toBe(false);
});
