import type { Rows } from './facts.ts';

const ALWAYS = ['Arsenal', 'Chelsea', 'Liverpool'];
const EARLY = [...ALWAYS, 'Everton', 'Leeds United', 'Fulham'];
const LATE = [...ALWAYS, 'Ipswich Town', 'Watford', 'Sunderland'];

const SEASONS = Array.from({ length: 11 }, (_, index) => 1993 + index).map((year) => ({
  ...{ league: 'EPL', competition: 'EPL', season: `${year}-${String(year + 1).slice(2)}` },
  ...{ end_year: String(year + 1), champion: EARLY[year % 3] ?? '' },
  runner_up: EARLY[3 + (year % 3)] ?? '',
}));

/** Eleven seasons, won by three clubs in turn; three others were there in the last season only. */
export const LEAGUE: Rows = {
  league_champions: SEASONS.map((row) => ({
    ...row,
    ...{ points: '90', runner_up_points: '80', goals_for: '70', disputed: '0' },
  })),
  season_tables: SEASONS.flatMap((row) =>
    (row.end_year === '2004' ? LATE : EARLY).map((team, place) => ({
      ...row,
      ...{ pos: String(place + 1), team, gf: String(80 - place), safe: '1' },
    })),
  ),
  season_superlatives: SEASONS.map((row) => ({
    ...row,
    ...{ superlative: 'most goals scored', team: 'Arsenal', value: '80' },
  })),
  title_winning_managers: SEASONS.map((row) => ({ ...row, manager: `Manager ${row.season}` })),
  club_titles: [
    { competition: 'EPL', club: 'Arsenal', titles: '4', seasons: '1994-95|1996-97' },
    { competition: 'EPL', club: 'Chelsea', titles: '3', seasons: '1993-94|1995-96' },
    { competition: 'EPL', club: 'Leeds United', titles: '1', seasons: '1991-92' },
  ],
};
