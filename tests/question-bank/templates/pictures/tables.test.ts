import { expect, test } from 'vitest';
import { draftsOf } from '../../drafts.ts';

/** The questions about a final table of these clubs, from the top. */
function asked(template: string, league: string, season: string, clubs: string[]) {
  const table = clubs.map((team, index) => ({
    ...{ league, season, team, pos: String(index + 1), gf: '50', safe: '1' },
    ...{ points: String(90 - index), adjustment: '0' },
  }));
  return draftsOf(template, { season_tables: table });
}

const SMALL = ['Freiburg', 'Augsburg', 'Mainz 05', 'VfL Bochum', 'Darmstadt 98', 'Hoffenheim'];

test('a giant that is asked for has another giant as an option, or is easy', () => {
  const alone = asked('q4', 'Bundesliga', '2001-02', ['Bayern Munich', ...SMALL, 'Hertha Berlin']);
  const [bayern] = alone.filter(({ answer }) => answer === 'Bayern Munich');
  const rivals = [...SMALL, 'Hertha Berlin', 'Borussia Dortmund'];
  const [rival] = asked('q4', 'Bundesliga', '2001-02', ['Bayern Munich', ...rivals]);
  expect(bayern?.level).toBe('easy');
  expect(rival?.options).toContain('Borussia Dortmund');
  expect(rival?.level).toBe('medium');
});

test('the last champions are easy, and so is Lyon in its seven years', () => {
  const [lyon] = asked('q4', 'Ligue1', '2001-02', ['Lyon', ...SMALL, 'Lens']);
  const tables = ['2021-22', '2022-23', '2023-24', '2024-25'].flatMap((season) =>
    asked('q4', 'Bundesliga', season, ['Bayer Leverkusen', ...SMALL, 'Hamburg']),
  );
  const champions = tables.filter(({ answer }) => answer === 'Bayer Leverkusen');
  expect(lyon?.level).toBe('easy');
  expect(new Set(champions.map(({ level }) => level))).toEqual(new Set(['easy']));
});

test('third places are asked for in the Premier League only, from 2004-05 on', () => {
  const epl = ['Arsenal', 'Chelsea', 'Everton', 'Fulham', 'Liverpool', 'Leeds United', 'Burnley'];
  const clubs = [...epl, 'Sunderland'];
  expect(asked('q4-below', 'EPL', '2004-05', clubs)).toHaveLength(1);
  expect(asked('q4-below', 'EPL', '2003-04', clubs)).toEqual([]);
  expect(asked('q4-below', 'SerieA', '2004-05', clubs)).toEqual([]);
});

test('third places are easy in the last five seasons only', () => {
  const clubs = ['Chelsea', 'Arsenal', 'Liverpool', 'Manchester United', ...SMALL];
  const levels = (season: string) =>
    asked('q4-below', 'EPL', season, clubs).map(({ level }) => level);
  expect(levels('2020-21')).toEqual(['medium']);
  expect(levels('2021-22')).toEqual(['easy']);
});

test('abroad, runners-up are asked for from 2004-05 on', () => {
  const seasons = ['1994-95', '1995-96', '1996-97', '1997-98', '1998-99', '2000-01', '2002-03'];
  const answers = seasons.flatMap((season) =>
    asked('q4', 'LaLiga', season, ['Valencia', 'Sevilla', ...SMALL]).map(({ answer }) => answer),
  );
  expect([...new Set(answers)]).toEqual(['Valencia']);
});

test('the season of the year 2000 is written in full in the picture too', () => {
  const [table] = asked('q4', 'LaLiga', '1999-00', ['Deportivo La Coruña', ...SMALL, 'Valencia']);
  expect(table?.picture).toMatchObject({ kind: 'table', season: '1999-2000' });
});
