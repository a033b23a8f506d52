import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isAboutNigeria } from '../../../question-bank/generator/about-nigeria.ts';
import { aboutAfrica } from '../../../question-bank/reader/about-africa.ts';
import {
  CONTENT,
  inPlay,
  readAfricanNames,
  readContent,
} from '../../../question-bank/reader/content.ts';
import { loadBank } from '../../../question-bank/reader/load-bank.ts';
import { aContentFolder } from '../content-folder.ts';
import { aQuestion } from '../question.ts';

const { categories } = loadBank();
const questions = inPlay(readContent(CONTENT));

/** Cups with few tables of recent, famous facts. */
const THIN = ['african-cup-of-nations', 'uefa-champions-league'];

const LEAST = categories.flatMap(({ id }) => [
  [id, 'easy', THIN.includes(id) ? 110 : 150] as const,
  [id, 'medium', 300] as const,
  [id, 'hard', 300] as const,
]);

test('the eight categories are in their order, each with its art', () => {
  expect(categories.map((one) => one.name)).toEqual([
    'English Premier League',
    'UEFA Champions League',
    'FIFA World Cup',
    'African Cup of Nations',
    'La Liga',
    'Bundesliga',
    'Serie A',
    'Ligue 1',
  ]);
  expect(categories.every((one) => one.image === `${one.id}.svg` && one.isActive)).toBe(true);
});

test.each(LEAST)('%s, %s has at least %i questions', (id, level, least) => {
  const here = questions.filter((one) => one.category === id && one.level === level);
  expect(here.length).toBeGreaterThanOrEqual(least);
});

test.each(categories)('$name asks at least 40 times about Nigeria or Nigerians', ({ id }) => {
  const about = questions.filter((one) => one.category === id && isAboutNigeria(one));
  expect(about.length).toBeGreaterThanOrEqual(40);
});

test.each(categories)('$name asks at least 190 times about Africa and Africans', ({ id }) => {
  const isAboutAfrica = aboutAfrica(readAfricanNames(CONTENT));
  const about = questions.filter((one) => one.category === id && isAboutAfrica(one));
  expect(about.length).toBeGreaterThanOrEqual(190);
});

test("a server knows of the operator's own questions, too, whether they are about Africa", () => {
  const own = [
    aQuestion({ id: 'own-1', fact: 'Arsenal won it with Kolo Touré in defence.' }),
    aQuestion({ id: 'own-2' }),
  ];
  const { questions } = loadBank(aContentFolder({ own, africanNames: ['Kolo Touré'] }));
  expect(questions.map(({ id, isAboutAfrica = false }) => [id, isAboutAfrica])).toEqual([
    ['own-1', true],
    ['own-2', false],
  ]);
});

test.each([
  ['a rule broken', { answer: 'Fulham' }, /t1-epl-2003-04: the answer is not among/],
  ['an option that is right too', { alsoRight: ['Chelsea'] }, /a wrong option is right too/],
])('a server does not start with %s', (_, different, message) => {
  const folder = aContentFolder({ generated: [aQuestion(different)] });
  expect(() => loadBank(folder)).toThrow(message);
});

test('a row of another form is refused with its file and id', () => {
  const folder = aContentFolder({});
  const file = new URL('questions/english-premier-league.json', folder);
  for (const [different, where] of [
    [{ level: 'expert' }, 'level'],
    [{ reviewBy: 'next year' }, 'reviewBy'],
  ] as const) {
    writeFileSync(file, JSON.stringify([{ ...aQuestion(), ...different }]));
    const message = `questions/english-premier-league.json: t1-epl-2003-04: ${where}: `;
    expect(() => loadBank(folder)).toThrow(message);
  }
  writeFileSync(file, JSON.stringify([aQuestion({ category: 'la-liga' })]));
  expect(() => loadBank(folder)).toThrow(/t1-epl-2003-04: belongs to la-liga/);
});
