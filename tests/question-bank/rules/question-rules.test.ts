import { expect, test } from 'vitest';
import { brokenRules } from '../../../question-bank/rules/question-rules.ts';
import type { Picture } from '../../../src/contract/picture.ts';
import { aQuestion } from '../question.ts';

const LONG_ROWS: [string | null, number][] = [
  ['a'.repeat(40), 81],
  [null, 71],
  ['b'.repeat(40), 70],
  ['c'.repeat(40), 66],
];

const scoreOf = (side: string): Picture => ({
  kind: 'score',
  sides: [side, null],
  goals: [2, 1],
});

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
  [
    'a picture of 201 bytes and more',
    { picture: { kind: 'table' as const, season: 'x'.repeat(40), rows: LONG_ROWS } },
    'its picture has more than 200 bytes',
  ],
  [
    'a picture that names the answer',
    { picture: scoreOf('Arsenal') },
    'its picture contains an option',
  ],
  [
    'a picture that names a wrong option',
    { picture: scoreOf('Chelsea') },
    'its picture contains an option',
  ],
  [
    'markup in a picture',
    { picture: scoreOf('<b>Ajax</b>') },
    'a text has needless spaces, curly signs, markup, or letters that the game does not show',
  ],
  ['no fact', { fact: '' }, 'fact is empty or longer than 200 characters'],
  ['no source', { from: '' }, 'it does not say where its fact stands'],
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
    'the options mix numbers, scores, seasons, places or words',
  ],
  [
    'scores among seasons',
    { options: ['2-1', '3-1', '4-1', '2001-02'], answer: '2-1' },
    'the options mix numbers, scores, seasons, places or words',
  ],
  [
    'one number written in two ways',
    { options: ['1,000', '1000', '2000', '3000'], answer: '2000' },
    'two options are the same',
  ],
  [
    'one name written in two ways',
    { options: ['Arsenal', 'Chelsea', 'Brighton & Hove', 'Brighton and Hove'] },
    'two options are the same',
  ],
  [
    'an option with a sign that cannot be seen',
    { options: ['Arsenal', 'Chelsea', 'Ever\u200bton', 'Fulham'] },
    'a text has needless spaces, curly signs, markup, or letters that the game does not show',
  ],
  [
    'text that runs from right to left',
    { fact: 'Arsenal won it \u202ein 2004.' },
    'a text has needless spaces, curly signs, markup, or letters that the game does not show',
  ],
  [
    'a letter that was lost',
    { from: 'Atl\ufffdtico' },
    'a text has needless spaces, curly signs, markup, or letters that the game does not show',
  ],
  [
    'markup',
    { fact: 'Arsenal <b>won</b> it in 2004.' },
    'a text has needless spaces, curly signs, markup, or letters that the game does not show',
  ],
  [
    'a letter of another script that looks like a Latin one',
    { options: ['Arsenal', '\u0410rsenal', 'Everton', 'Fulham'] },
    'a text has needless spaces, curly signs, markup, or letters that the game does not show',
  ],
  [
    'a question without a question mark',
    { question: 'The club that won in 2003-04' },
    'the question does not end in a question mark',
  ],
  [
    'a source of 201 characters',
    { from: 'w'.repeat(201) },
    'its source, template or subject is longer than 200 characters',
  ],
  ['a review on 30 February', { reviewBy: '2027-02-30' }, 'its review date is no day'],
  [
    'an option that means the others',
    { options: ['Arsenal', 'Chelsea', 'Everton', 'None of these'] },
    'an option speaks of the others ("all of these")',
  ],
  [
    'scores that a spreadsheet turned into dates',
    { options: ['01-May', '02-Jul', '03-May', '04-Jul'], answer: '01-May' },
    'an option is a date: a spreadsheet makes them of scores',
  ],
  [
    'seasons that a spreadsheet turned into dates',
    { options: ['Jun-05', 'Jul-06', 'Sep-08', 'Dec-11'], answer: 'Jun-05' },
    'an option is a date: a spreadsheet makes them of scores',
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
])('%s is refused', (_, different, rule) => {
  expect(brokenRules(aQuestion(different))).toEqual([rule]);
});

test('an empty question is refused', () => {
  expect(brokenRules(aQuestion({ question: '' }))).toContain(
    'question is empty or longer than 110 characters',
  );
});

test.each([
  'Who won the Premier League?',
  'Who won the last World Cup?',
  'Who scored the first goal of the final?',
  'Who was the top scorer in Serie A?',
  'Which side won the league?',
  'What team won the Premier League?',
  'Who were the champions of England?',
  'What was the score when Arsenal met Chelsea?',
  'In which city was the final played?',
])('"%s" is refused: it is about one season or match, and names none', (question) => {
  const options = ['Xu', 'Yu', 'Zu', 'Qu'];
  const rules = brokenRules(aQuestion({ question, options, answer: 'Xu' }));
  expect(rules).toEqual(['the question does not name its season or year']);
});

test.each(['Who is the current champion of Italy?', 'Which club is now coached by a Dane?'])(
  '"%s" is refused: its answer changes',
  (question) => {
    expect(brokenRules(aQuestion({ question }))).toEqual(['the answer changes with the day']);
  },
);

test.each([
  'Who won the 2025 Africa Cup of Nations?',
  'Who won AFCON 2025?',
  'Which country won the Africa Cup of Nations in 2025?',
  'Which team lifted the Africa Cup of Nations in 2025?',
  '2025 Africa Cup of Nations: who became champions?',
  'Who was the winning coach at AFCON 2025?',
  'Which city hosted the final of the 2025 AFCON?',
  'How many AFCON titles had Senegal won up to 2025?',
  'Who won the AFCON final of January 2026?',
  'Which team won the Africa Cup of Nations 2025-26?',
  'Which team finished second at the 2025 Africa Cup of Nations?',
  'Which team was victorious in the 2025 AFCON?',
  'Who were the holders of the Africa Cup of Nations in 2026?',
  'How many times has Morocco won the Africa Cup of Nations?',
])('"%s" is refused: nobody knows', (question) => {
  const rules = brokenRules(aQuestion({ question }));
  expect(rules).toEqual(['nobody knows who won the 2025 Africa Cup of Nations']);
});

test.each(['in 2004-05', 'in 2004/05', 'in the 2005-2006 season', 'in 2005'])(
  'asking for the winner of Serie A %s is refused: the title was taken away',
  (when) => {
    const question = `Who won Serie A ${when}?`;
    const rules = brokenRules(aQuestion({ category: 'serie-a', question }));
    expect(rules).toEqual(['that title was taken away']);
  },
);

test.each([
  ['a record of all time', { question: 'Which club won the Premier League most often?' }],
  ['the women’s cup of 2025', { question: 'Who was captain when Nigeria won the WAFCON of 2025?' }],
  ['matches before the 2025 final', { question: 'Who won the first match of AFCON 2025?' }],
  ['a match that has a name', { question: 'What is the match between the two called?' }],
  ['a first of all time', { question: 'Who scored the very first World Cup goal of all?' }],
  [
    'a semi-final of the 2025 Africa Cup of Nations',
    { question: 'Who lost the semi-final of the 2025 Africa Cup of Nations?' },
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
