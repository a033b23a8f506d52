import { expect, test } from 'vitest';
import type { Question } from '../../../question-bank/question.ts';
import { brokenIn } from '../../../question-bank/rules/bank-rules.ts';
import { aQuestion } from '../question.ts';

const named = (different: Partial<Question>): Question =>
  aQuestion({
    id: 'x',
    question: 'Which player won the cup in 1999?',
    fact: 'He did.',
    ...different,
  });

const FIRST = aQuestion({
  ...{ question: 'Who was sent off in the final of 2006?', answer: 'Zinedine Zidane' },
  options: ['Zinedine Zidane', 'Eric Cantona', 'Salif Keita', "N'Golo Kanté"],
  fact: 'He put his head in a chest.',
});

const rules = (other: Question) =>
  brokenIn({
    ...{ generated: [FIRST, other], own: [], retired: [] },
    ...{ unsafe: new Set<string>(), weights: new Map() },
  }).map(({ id, rule }) => `${id}: ${rule}`);

const optionsWith = (option: string) => ({
  options: [option, 'Abedi Pele', 'George Weah', 'Roger Milla'],
  answer: option,
});

test('a name has one spelling in all options', () => {
  expect(rules(named(optionsWith('Zinédine Zidane')))).toEqual([
    'x: writes "Zinédine Zidane" for "Zinedine Zidane"',
  ]);
  expect(rules(named(optionsWith('Eric CANTONA')))).toHaveLength(1);
  expect(rules(named(optionsWith('Zinedine Zidane')))).toEqual([]);
});

test('a name has one spelling in questions and facts too', () => {
  expect(rules(named({ fact: "It was Éric Cantona's cup." }))).toEqual([
    'x: writes "Éric Cantona" for "Eric Cantona"',
  ]);
  expect(rules(named({ question: 'Who won the cup of 1999 with Éric Cantona?' }))).toHaveLength(1);
  expect(rules(named({ fact: "It was Eric Cantona's cup." }))).toEqual([]);
});

test('two men may have names that differ in accents only', () => {
  expect(rules(named(optionsWith('Salif Keïta')))).toEqual([]);
});
