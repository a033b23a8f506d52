import { expect, test } from 'vitest';
import type { Question } from '../../../question-bank/question.ts';
import { TEMPLATES } from '../../../question-bank/templates/all.ts';
import { factsOf, type Rows } from '../facts.ts';

const CLUBS = ['Arsenal', 'Chelsea', 'Liverpool', 'Everton', 'Leeds United', 'Fulham'];

function places(season: string, order: readonly string[]) {
  return order.map((team, index) => ({
    ...{ league: 'EPL', season, end_year: `20${season.slice(5)}`, pos: String(index + 1) },
    ...{ team, gf: String(80 - index), ga: String(30 + index), safe: '1' },
  }));
}

const scorer = { competition: 'EPL', nationality: 'England', goals: '20', shared: '0' };

const ROWS = {
  league_champions: [
    {
      ...{ league: 'EPL', season: '2003-04', end_year: '2004', champion: 'Arsenal' },
      ...{ runner_up: 'Chelsea', points: '90', runner_up_points: '79', disputed: '0' },
    },
    { league: 'EPL', season: '2004-05', end_year: '2005', champion: 'Chelsea', disputed: '1' },
    { league: 'SerieA', season: '2004-05', end_year: '2005', champion: 'Juventus', disputed: '0' },
  ],
  season_tables: places('2003-04', CLUBS),
  league_movements: [
    {
      league: 'EPL',
      season: '2003-04',
      end_year: '2004',
      not_in_next_season: 'Leeds United|Fulham',
    },
  ],
  league_top_scorers: [
    { ...scorer, season: '2003-04', player: 'Thierry Henry', club: 'Arsenal' },
    { ...scorer, season: '2004-05', player: 'A Sharer', club: 'Chelsea', shared: '1' },
    { ...scorer, season: '2004-05', player: 'B Sharer', club: 'Everton', shared: '1' },
    { ...scorer, season: '2005-06', player: 'Alan Shearer', club: 'Leeds United' },
  ],
};

function generated(rows: Rows): Question[] {
  const facts = factsOf(rows);
  return TEMPLATES.flatMap((source) => source.drafts(facts)).toSorted((a, b) =>
    a.id < b.id ? -1 : 1,
  );
}

const byId = (id: string) => generated(ROWS).find((one) => one.id === id);

test('the same tables give the same questions, whatever the order of their rows', () => {
  const backwards = Object.fromEntries(
    Object.entries(ROWS).map(([name, rows]) => [name, rows.toReversed()]),
  );
  expect(generated(ROWS).length).toBeGreaterThan(5);
  expect(generated(ROWS)).toEqual(generated(ROWS));
  expect(generated(backwards)).toEqual(generated(ROWS));
});

test('the answer comes from the row, the wrong options from the same table', () => {
  const question = byId('t2-epl-2003-04') ?? byId('t1-epl-2003-04');
  expect(question?.options).toContain(question?.answer);
  expect(CLUBS).toEqual(expect.arrayContaining(question?.options ?? ['none']));
});

test('a club that went down too is no wrong option', () => {
  const question = byId('t8-epl-2003-04');
  expect(['Leeds United', 'Fulham']).toContain(question?.answer);
  const others = question?.options.filter((one) => one !== question.answer) ?? ['Fulham'];
  expect(others).not.toContain('Leeds United');
  expect(others).not.toContain('Fulham');
});

test('disputed titles, titles taken away and shared honours are not asked', () => {
  const ids = generated(ROWS).map((one) => one.id);
  expect(ids.filter((id) => id.includes('2004-05'))).toEqual([]);
});

test('a row with too few wrong options gives no question', () => {
  const ids = generated({ ...ROWS, season_tables: places('2003-04', CLUBS.slice(0, 2)) });
  expect(ids.map((one) => one.id)).not.toContain('t8-epl-2003-04');
});
