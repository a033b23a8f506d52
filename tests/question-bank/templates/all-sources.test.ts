import { expect, test } from 'vitest';
import { readFacts } from '../../../question-bank/generator/read-facts.ts';
import { type FactTable, ROW_NAMES, rowName } from '../../../question-bank/generator/tables.ts';
import { CONTENT } from '../../../question-bank/reader/content.ts';
import { TEMPLATES } from '../../../question-bank/templates/all.ts';
import { draftsOf } from '../drafts.ts';
import { factsOf } from '../facts.ts';
import { LEAGUE } from '../league.ts';

test('every question names the row of its fact', () => {
  const facts = factsOf(LEAGUE);
  const tables = Object.keys(ROW_NAMES) as FactTable[];
  const rows = tables.flatMap((table) =>
    facts[table].map((row) => rowName(table, row as Parameters<typeof rowName>[1])),
  );
  const drafts = TEMPLATES.flatMap((source) => source.drafts(facts));
  const asked = new Set(drafts.map(({ template }) => template));
  expect([...asked]).toEqual(expect.arrayContaining(['o1', 'o2', 'o3', 'o4', 'o10', 'o11', 't1']));
  expect(drafts.map(({ from }) => from).filter((from) => !rows.includes(from))).toEqual([]);
});

test.each([
  ['t1', 't7-club'],
  ['t4', 't6'],
  ['t22-one', 't7-season'],
  ['f1', 'f12'],
  ['p2', 'p2-other'],
])('%s comes before %s, which asks it less plainly', (plain, other) => {
  const ids = TEMPLATES.map(({ id }) => id);
  expect(ids).toContain(plain);
  expect(ids.indexOf(plain)).toBeLessThan(ids.indexOf(other));
});

test.each(['o1', 'o2'])('%s, in words that are always the same, is asked once', (template) => {
  expect(draftsOf(template, LEAGUE)).toHaveLength(1);
});

const TITLE = {
  ...{ league: 'EPL', season: '2003-04', end_year: '2004', champion: 'Arsenal', points: '90' },
  ...{ runner_up: 'Chelsea', disputed: '0' },
};

test('a title is not asked for its margin where the points of the second are blank', () => {
  const asks = (runner_up_points: string) =>
    draftsOf('t3-margin', { league_champions: [{ ...TITLE, runner_up_points }] });
  expect(asks('79').map(({ answer }) => answer)).toEqual(['11']);
  expect(asks('')).toEqual([]);
});

test('two clubs that met twice at one ground are asked with the round', () => {
  const match = { season: '2024-25', home: 'Benfica', away: 'Barcelona' };
  const asked = draftsOf('f10', {
    ucl_big_matches: [
      { ...match, date: '2025-01-21', round: 'league phase', home_goals: '4', away_goals: '5' },
      { ...match, date: '2025-03-05', round: 'round of 16', home_goals: '0', away_goals: '1' },
    ],
  });
  expect(asked).toHaveLength(2);
  expect(asked[0]?.question).toContain('league phase');
  expect(asked[1]?.question).toContain('round of 16');
});

const BASICS = [
  { fact: 'club with most titles', asks: 'Who won it most often?', canChange: '1' },
  { fact: 'first champions', asks: 'Who won it first?', canChange: '' },
].map((row) => ({
  ...{ of: 'Bundesliga', level: 'easy', wrong: 'Schalke 04|Freiburg|Mainz 05' },
  ...{ states: 'It was they.', ...row },
}));

test('a record is looked at again, a first time is not', () => {
  const asked = draftsOf('b1', {
    basic_questions: BASICS,
    basic_facts: [
      { category: 'Bundesliga', fact: 'club with most titles', answer: 'Bayern Munich' },
      { category: 'Bundesliga', fact: 'first champions', answer: 'FC Köln' },
    ],
  });
  expect(asked.map(({ answer, reviewBy }) => [answer, reviewBy !== undefined])).toEqual([
    ['Bayern Munich', true],
    ['FC Köln', false],
  ]);
});

test('a basic question is asked while the table gives its answer', () => {
  const cell = { category: 'Bundesliga', fact: 'first champions', answer: 'FC Köln (in 1963-64)' };
  const asks = (answer: string) =>
    draftsOf('b1', {
      basic_questions: BASICS.map((row) => ({ ...row, answer })),
      basic_facts: [cell],
    });
  expect(asks('FC Köln').map((one) => one.answer)).toEqual(['FC Köln']);
  expect(asks('Hamburg')).toEqual([]);
});

test('every row worded by hand is asked, under the template that it names', () => {
  const facts = readFacts(CONTENT);
  for (const id of ['b2', 'b3']) {
    const [source] = TEMPLATES.filter((one) => one.id === id);
    const asks = facts.sourced_questions.filter(({ template }) => template === id);
    expect(asks.length).toBeGreaterThan(100);
    expect(source?.drafts(facts).map(({ question }) => question)).toEqual(
      asks.map((row) => row.asks),
    );
  }
});

test('a row worded by hand under a template that is none is refused', () => {
  const rows = { sourced_questions: [{ template: 'b4', of: 'EPL', asks: 'Who?' }] };
  expect(() => draftsOf('b2', rows)).toThrow(/b4/);
});
