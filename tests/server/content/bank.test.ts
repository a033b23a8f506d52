import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { loadBank } from '../../../server/content/bank.ts';
import { brokenRules, brokenTogether, positionShares } from '../../../server/content/rules.ts';
import { aQuestion } from './question.ts';

const { categories, questions } = loadBank();
const LEVELS = ['easy', 'medium', 'hard'] as const;
const PAIRS = categories.flatMap(({ id }) => LEVELS.map((level) => [id, level] as const));

const of = (id: string) => questions.filter((one) => one.category === id);

test('the eight categories stand in their order, each with its art', () => {
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

test.each(PAIRS)('%s has at least 25 questions at the level %s', (id, level) => {
  expect(of(id).filter((one) => one.level === level).length).toBeGreaterThanOrEqual(25);
});

test.each(PAIRS)('no template fills more than 30 percent of %s, %s', (id, level) => {
  const here = of(id).filter((one) => one.level === level);
  const piles = Object.values(Object.groupBy(here, (one) => one.template));
  const largest = Math.max(...piles.map((pile) => pile?.length ?? 0));
  expect(largest / here.length).toBeLessThanOrEqual(0.3);
});

test('every question keeps every rule', () => {
  const broken = questions.flatMap((one) => brokenRules(one).map((rule) => `${one.id}: ${rule}`));
  expect(broken).toEqual([]);
  expect(brokenTogether(questions)).toEqual([]);
});

test.each(categories.map((one) => [one.id]))('the answers of %s stand anywhere', (id) => {
  for (const share of positionShares(of(id))) {
    expect(share).toBeGreaterThanOrEqual(20);
    expect(share).toBeLessThanOrEqual(30);
  }
});

test('nobody is asked who won the 2025 African Cup of Nations, or a title that was taken away', () => {
  const winners = /(won|win|winners of|champions of).* 2025 African Cup|2025 African Cup.* final/;
  const taken = /(2004-05|2005-06)\?/;
  expect(of('african-cup-of-nations').filter((one) => winners.test(one.question))).toEqual([]);
  const italian = of('serie-a').filter((one) => ['t1', 't2', 't7', 't10'].includes(one.template));
  expect(italian.filter((one) => taken.test(one.question))).toEqual([]);
});

test('every category asks about Nigeria or Nigerians', () => {
  for (const { id } of categories) {
    const asked = of(id).filter((one) => /Nigeria|Super Eagles/.test(one.question + one.fact));
    expect(asked.length).toBeGreaterThanOrEqual(5);
  }
});

function aContentFolder(rows: unknown): URL {
  const folder = mkdtempSync(join(tmpdir(), 'bank-'));
  mkdirSync(join(folder, 'questions'));
  const [category] = categories;
  writeFileSync(join(folder, 'categories.json'), JSON.stringify([category]));
  writeFileSync(join(folder, `questions/${category?.id}.json`), JSON.stringify(rows));
  return pathToFileURL(`${folder}/`);
}

test.each([
  ['a level that does not exist', { level: 'expert' }, /t1-epl-2003-04: level/],
  ['a rule broken', { answer: 'Fulham' }, /t1-epl-2003-04: the answer is not among/],
  ['another category', { category: 'la-liga' }, /t1-epl-2003-04: belongs to la-liga/],
])('a row with %s is refused with file and id', (_, different, message) => {
  const folder = aContentFolder([{ ...aQuestion(), ...different }]);
  expect(() => loadBank(folder)).toThrow(message);
  expect(() => loadBank(folder)).toThrow(/questions\/english-premier-league\.json/);
  rmSync(folder, { recursive: true });
});

test('two rows with one id are refused', () => {
  const folder = aContentFolder([aQuestion(), aQuestion({ question: 'Who won the 2004 title?' })]);
  expect(() => loadBank(folder)).toThrow(/t1-epl-2003-04: id is used twice/);
  rmSync(folder, { recursive: true });
});
