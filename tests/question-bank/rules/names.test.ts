import { expect, test } from 'vitest';
import { brokenRules } from '../../../question-bank/rules/question-rules.ts';
import { aQuestion } from '../question.ts';

const rulesOf = (question: string) => brokenRules(aQuestion({ question }));

test.each([
  ['the African Cup of Nations', 'African Cup', 'the Africa Cup of Nations or AFCON'],
  ['the African Nations Cup', 'African Nations Cup', 'the Africa Cup of Nations or AFCON'],
  ['FC Bayern', 'FC Bayern', 'Bayern Munich'],
  ['Internazionale', 'Internazionale', 'Inter Milan'],
  ['1. FC Köln', '1. FC Köln', 'FC Köln'],
  ['Koln', 'Koln', 'FC Köln'],
  ['PSG', 'PSG', 'Paris Saint-Germain'],
  ['Athletic Club', 'Athletic Club', 'Athletic Bilbao'],
  ['Ligue Un', 'Ligue Un', 'Ligue 1'],
  ['LaLiga', 'LaLiga', 'La Liga'],
])('"%s" has another name in the game', (written, found, used) => {
  const rule = `it says ${found}: the game says ${used}`;
  expect(rulesOf(`Who was the captain of ${written} in 2012?`)).toEqual([rule]);
});

test.each([
  'Which club won the African Cup Winners Cup in 1976?',
  'Who won the Africa Cup of Nations with Zambia in 2012?',
  'Which goalkeeper left Bayern Munich for FC Köln in 2001?',
  'Who scored for Paris Saint-Germain in the 1999-2000 season?',
])('"%s" says it as the game does', (question) => {
  expect(rulesOf(question)).toEqual([]);
});

test('the season of the year 2000 is written in full, among the options too', () => {
  const rule = 'it says 1999-00: the game says 1999-2000';
  expect(rulesOf('Who won the league in 1999-00?')).toEqual([rule]);
  const options = ['1998-99', '1999-2000', '2000-01', '2001-02'];
  const seasons = aQuestion({ question: 'When did the club go up?', options, answer: '2000-01' });
  expect(brokenRules(seasons)).toEqual([]);
  expect(brokenRules({ ...seasons, options: options.with(1, '1999-00') })).toEqual([rule]);
});

test('a name that is not used is found in the options and the fact', () => {
  const rule = 'it says Man City: the game says Manchester City';
  const options = ['Chelsea', 'Arsenal', 'Liverpool', 'Man City'];
  expect(brokenRules(aQuestion({ options }))).toEqual([rule]);
  expect(brokenRules(aQuestion({ fact: 'Arsenal lost to Man City.' }))).toEqual([rule]);
});

test('a stadium has no sponsor in its name, unless the ground itself is asked', () => {
  expect(rulesOf('Who scored twice at Signal Iduna Park in May 2012?')).toEqual([
    'it says Signal Iduna Park: the game says Westfalenstadion',
  ]);
  expect(rulesOf('The Allianz Arena is the home ground of which club?')).toEqual([]);
});

test.each([
  ['Which Stars are Sierra Leone known as?', ['Leone Stars', 'Black Stars', 'Lone Star'], true],
  ['What is the second league of France below Ligue 1?', ['Ligue 2', 'National', 'Elite'], true],
  [
    'Which club did Owen leave Liverpool for in 2004?',
    ['Real Madrid', 'Everton', 'Chelsea'],
    false,
  ],
  [
    'Which club beat Manchester City 5-0 in 1994?',
    ['Manchester United', 'Everton', 'Fulham'],
    false,
  ],
  ['Which Stars play for Ghana?', ['Black Stars', 'Leone Stars', 'All Stars'], false],
])('"%s" with %j gives its answer away: %j', (question, names, isGivenAway) => {
  const [answer = '', ...others] = names;
  const rules = brokenRules(
    aQuestion({ question, answer, options: [answer, ...others, 'Super Eagles'] }),
  );
  expect(rules).toEqual(isGivenAway ? ['a word of the answer stands in the question'] : []);
});
