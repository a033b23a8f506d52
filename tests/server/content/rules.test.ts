import { expect, test } from 'vitest';
import { brokenRules, positionShares } from '../../../server/content/rules.ts';
import { aQuestion } from './question.ts';

test('a sound question breaks no rule', () => {
  expect(brokenRules(aQuestion())).toEqual([]);
});

const NUMBERS = { options: ['1', '2', '3', '4'], answer: '1' };

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
  ['no source', { from: ' ' }, 'it does not say where its fact stands'],
  ['three options', { options: ['Arsenal', 'Chelsea', 'Everton'] }, 'there are not four options'],
  [
    'an option of 33 characters',
    { options: ['Arsenal', 'Chelsea', 'Everton', 'x'.repeat(33)] },
    'an option is empty or longer than 32 characters',
  ],
  [
    'an option without a letter or figure',
    { options: ['Arsenal', 'Chelsea', 'Everton', '…'] },
    'an option is empty or longer than 32 characters',
  ],
  [
    'options that differ in case, accents and punctuation only',
    { options: ['Arsenal', 'Saint-Étienne', 'SAINT ETIENNE', 'Everton'] },
    'two options are the same',
  ],
  [
    'one country under two names',
    { options: ['West Germany', 'Germany', 'Italy', 'Spain'], answer: 'Spain' },
    'two options are the same',
  ],
  [
    'numbers among names',
    { options: ['Arsenal', 'Chelsea', 'Everton', '1886'] },
    'the options are not of one kind',
  ],
  [
    'scores among seasons',
    { options: ['2-1', '3-1', '4-1', '2001-02'], answer: '2-1' },
    'the options are not of one kind',
  ],
  [
    'an answer that is no option',
    { answer: 'Fulham' },
    'the answer is not among the options exactly once',
  ],
  [
    'a joint winner among the wrong options',
    { alsoRight: ['LIVERPOOL'] },
    'a wrong option is right too',
  ],
  [
    'a question that contains an option',
    { question: 'Which club beat Chelsea to the title in 2003-04?' },
    'the question contains an option',
  ],
  [
    'a question without the season that it is about',
    { question: 'Which club won the Premier League?', when: '2003-04' },
    'the question does not name its season or year',
  ],
  [
    'a question about one winner without any year',
    { question: 'Who won the Premier League?' },
    'the question does not name its season or year',
  ],
  [
    'the winner of the 2025 African Cup of Nations',
    { question: 'Who won the 2025 African Cup of Nations?' },
    'nobody knows who won the 2025 African Cup of Nations',
  ],
  [
    'its final',
    { question: 'Which city hosted the final of the 2025 AFCON?' },
    'nobody knows who won the 2025 African Cup of Nations',
  ],
  [
    'titles counted up to it',
    { question: 'How many titles had Senegal won up to the 2025 edition?', ...NUMBERS },
    'nobody knows who won the 2025 African Cup of Nations',
  ],
  [
    'a title that was taken away',
    { category: 'serie-a', question: 'Who won Serie A in 2004-05?' } as const,
    'that season has no champion',
  ],
])('%s is refused', (_, different, rule) => {
  expect(brokenRules(aQuestion(different))).toEqual([rule]);
});

test.each([
  ['a record of all time', { question: 'Which club won the Premier League most often?' }],
  ['matches before the 2025 final', { question: 'Who won the first match of AFCON 2025?' }],
  [
    'a semi-final of the 2025 African Cup of Nations',
    { question: 'Who lost the semi-final of the 2025 African Cup of Nations?' },
  ],
  [
    'the title being taken away',
    { category: 'serie-a', question: 'Who was stripped of the 2004-05 Serie A title?' } as const,
  ],
  ['something else that is right', { alsoRight: ['Everton'] }],
])('%s may be asked', (_, different) => {
  expect(brokenRules(aQuestion(different))).toEqual([]);
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

test('the shares of the answer positions are in percent', () => {
  const second = aQuestion();
  const first = aQuestion({ options: ['Arsenal', 'Chelsea', 'Liverpool', 'Everton'] });
  expect(positionShares([first, second])).toEqual([50, 50, 0, 0]);
});
