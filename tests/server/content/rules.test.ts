import { expect, test } from 'vitest';
import {
  brokenRules,
  brokenTogether,
  gist,
  positionShares,
} from '../../../server/content/rules.ts';
import { aQuestion } from './question.ts';

test('a sound question breaks no rule', () => {
  expect(brokenRules(aQuestion())).toEqual([]);
});

test.each([
  ['an id with capitals', { id: 'T1-EPL' }, 'id has more than [a-z0-9-]'],
  ['an id of 65 characters', { id: 'a'.repeat(65) }, 'id is longer than 64 characters'],
  [
    'a question of 111 characters',
    { question: `${'w'.repeat(110)}?` },
    'question is empty or longer than 110 characters',
  ],
  ['no question', { question: ' ' }, 'question is empty or longer than 110 characters'],
  ['no fact', { fact: '' }, 'fact is empty or longer than 200 characters'],
  ['three options', { options: ['Arsenal', 'Chelsea', 'Everton'] }, 'there are not four options'],
  [
    'an option of 33 characters',
    { options: ['Arsenal', 'Chelsea', 'Everton', 'x'.repeat(33)] },
    'an option is empty or longer than 32 characters',
  ],
  [
    'options that differ in case, accents and punctuation only',
    { options: ['Arsenal', 'Saint-Étienne', 'SAINT ETIENNE', 'Everton'] },
    'two options are the same',
  ],
  [
    'an answer that is no option',
    { answer: 'Fulham' },
    'the answer is not among the options exactly once',
  ],
  [
    'a question that contains an option',
    { question: 'Which club beat Chelsea to the title in 2003-04?' },
    'the question contains an option',
  ],
])('%s is refused', (_, different, rule) => {
  expect(brokenRules(aQuestion(different))).toContain(rule);
});

test('a number inside a season does not give an option away', () => {
  const options = ['20', '21', '22', '23'];
  const question = 'How many goals did he score in 2021-22?';
  const [rule] = brokenRules(aQuestion({ question, options, answer: '20' }));
  expect(rule).toBe('the question contains an option');
  expect(
    brokenRules(aQuestion({ question: 'How many goals in 2003-04?', options, answer: '20' })),
  ).toEqual([]);
});

test('two questions with one id are refused', () => {
  const broken = brokenTogether([aQuestion(), aQuestion({ question: 'Who won the 2004 title?' })]);
  expect(broken).toEqual([{ id: 't1-epl-2003-04', rule: 'id is used twice' }]);
});

test('the same question in other words is refused within a category, allowed in another', () => {
  const again = aQuestion({ id: 'x', question: 'In 2003-04, who won the Premier League club?' });
  expect(gist(again.question)).toBe(gist(aQuestion().question));
  expect(brokenTogether([aQuestion(), again])[0]?.rule).toMatch(/asks the same as t1-epl-2003-04/);
  expect(brokenTogether([aQuestion(), { ...again, category: 'la-liga' }])).toEqual([]);
});

test('the shares of the answer positions are in percent', () => {
  const second = aQuestion();
  const first = aQuestion({ options: ['Arsenal', 'Chelsea', 'Liverpool', 'Everton'] });
  expect(positionShares([first, second])).toEqual([50, 50, 0, 0]);
});
