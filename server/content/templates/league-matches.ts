import { categoryOf, endYear, isTainted, leagueName } from '../names.ts';
import { nearScores } from '../near.ts';
import type { Row } from '../tables.ts';
import { template } from '../template.ts';

type Match = Row<'league_matches'>;

const MONTHS = new Intl.DateTimeFormat('en-GB', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

const when = (row: Match): string => MONTHS.format(new Date(`${row.date}T00:00:00Z`));

export const matchScores = template<Match>({
  id: 't13',
  share: 20,
  rows: (facts) => facts.league_matches.filter((row) => !isTainted(row.league, row.season)),
  category: (row) => categoryOf(row.league),
  level: (row) => (endYear(row.season) >= 2012 ? 'medium' : 'hard'),
  key: (row) => `${row.league} ${row.date} ${row.home}`,
  phrasings: [
    (row) => `${row.home} v ${row.away} in the league in ${when(row)}: what was the score?`,
    (row) =>
      `What was the score when ${row.home} hosted ${row.away} in the league in ${when(row)}?`,
  ],
  answer: (row) => `${row.home_goals}-${row.away_goals}`,
  wrong: (row) => nearScores(Number(row.home_goals), Number(row.away_goals)),
  fact: (row) =>
    `${row.home} ${row.home_goals}-${row.away_goals} ${row.away} in ${leagueName(row.league, row.season)}, ${when(row)}.`,
});
