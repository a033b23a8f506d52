import { expect, test } from 'vitest';
import { readTable, rowName, TABLES } from '../../../question-bank/generator/tables.ts';
import { TEMPLATES } from '../../../question-bank/templates/all.ts';
import { atMost } from '../../../question-bank/templates/shared/at-most.ts';
import type { Rows } from '../support/drafts.ts';
import { draftsOf, factsOf } from '../support/drafts.ts';

const ALWAYS = ['Arsenal', 'Chelsea', 'Liverpool'];
const EARLY = [...ALWAYS, 'Everton', 'Leeds United', 'Fulham'];
const LATE = [...ALWAYS, 'Ipswich Town', 'Watford', 'Sunderland'];

const SEASONS = Array.from({ length: 11 }, (_, index) => 1993 + index).map((year) => ({
  ...{ league: 'EPL', competition: 'EPL', season: `${year}-${String(year + 1).slice(2)}` },
  ...{ end_year: String(year + 1), champion: EARLY[year % 3] ?? '' },
  runner_up: EARLY[3 + (year % 3)] ?? '',
}));

/** Eleven seasons, won by three clubs by turns; three others were there in the last alone. */
const LEAGUE: Rows = {
  league_champions: SEASONS.map((row) => ({
    ...row,
    ...{ points: '90', goals_for: '70', disputed: '0' },
  })),
  season_tables: SEASONS.flatMap((row) =>
    (row.end_year === '2004' ? LATE : EARLY).map((team, place) => ({
      ...row,
      ...{ pos: String(place + 1), team, safe: '1' },
    })),
  ),
  title_winning_managers: SEASONS.map((row) => ({ ...row, manager: `Manager ${row.season}` })),
  club_titles: [
    { competition: 'EPL', club: 'Arsenal', titles: '4', seasons: '1994-95|1996-97' },
    { competition: 'EPL', club: 'Chelsea', titles: '3', seasons: '1993-94|1995-96' },
    { competition: 'EPL', club: 'Leeds United', titles: '1', seasons: '1991-92' },
  ],
};

const WORDED_BY_HAND = ['b2', 'b3'];

test('every question names the row in which its fact stands', () => {
  const facts = factsOf(LEAGUE);
  const tables = Object.keys(TABLES) as (keyof typeof TABLES)[];
  const rows = tables.flatMap((table) =>
    facts[table].map((row) => rowName(table, row as Parameters<typeof rowName>[1])),
  );
  const sources = TEMPLATES.filter(({ id }) => !WORDED_BY_HAND.includes(id));
  const drafts = sources.flatMap((source) => source.drafts(facts));
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
])('%s stands before %s, which asks it less plainly', (plain, other) => {
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

test('a record is looked at again, a first time is not', () => {
  const asked = draftsOf('b1', {
    basic_facts: [
      { category: 'Bundesliga', fact: 'club with most titles', answer: 'Bayern Munich' },
      { category: 'Bundesliga', fact: 'first champions', answer: 'FC Köln' },
    ],
  });
  expect(asked.map(({ answer, reviewBy }) => [answer, reviewBy !== undefined])).toEqual([
    ['FC Köln', false],
    ['Bayern Munich', true],
  ]);
});

test('every row worded by hand is asked, under the template that it names', () => {
  const file = new URL('../../../question-bank/facts/known.csv', import.meta.url).pathname;
  const rows = readTable(file, ['template', 'asks']);
  for (const id of WORDED_BY_HAND) {
    const asks = rows.filter(({ template }) => template === id).map((row) => row.asks);
    expect(draftsOf(id, {}).map(({ question }) => question)).toEqual(asks);
  }
  expect(rows.filter(({ template }) => !WORDED_BY_HAND.includes(template))).toEqual([]);
});

test('at most so many rows of a name are kept, and one where one is asked for', () => {
  const rows = ['a1', 'a2', 'a3', 'b1'];
  const kept = (most: number) => atMost(most, rows, (row) => row.charAt(0));
  expect(kept(1)).toHaveLength(2);
  expect(kept(2)).toHaveLength(3);
  expect(kept(9).toSorted()).toEqual(rows);
});
