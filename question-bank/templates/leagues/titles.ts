import { categoryOf } from '../../generator/competitions.ts';
import { levelByYear } from '../../generator/seasons.ts';
import { rowName } from '../../generator/tables.ts';
import { template } from '../../generator/template.ts';
import { tableOf, teamsPlaced } from './places-of.ts';
import type { Title } from './titles-of.ts';
import { championsAround, leagueOf, titleKey, titleSubject, titles } from './titles-of.ts';

export const champions = template<Title>({
  id: 't1',
  share: 15,
  rows: titles,
  category: (row) => categoryOf(row.league),
  level: (row) => levelByYear(row.season, 2010, 1993),
  key: titleKey,
  from: (row) => rowName('league_champions', row),
  subject: titleSubject,
  when: (row) => row.season,
  phrasings: [
    (row) => `Which club won ${leagueOf(row)} in ${row.season}?`,
    (row) => `Who were the champions of ${leagueOf(row)} in ${row.season}?`,
    (row) => `Which club finished top of ${leagueOf(row)} in ${row.season}?`,
  ],
  answer: (row) => row.champion,
  wrong: (row, facts) => {
    const table = tableOf(facts, row);
    return [
      [...teamsPlaced(table, 2, 3), ...championsAround(facts, row, 3)],
      [...teamsPlaced(table, 2, 5), ...championsAround(facts, row, 8)],
    ];
  },
  fact: (row) =>
    row.points === ''
      ? `${row.champion} won ${leagueOf(row)} in ${row.season}.`
      : `${row.champion} won ${leagueOf(row)} in ${row.season} with ${row.points} points.`,
});

export const runnersUp = template<Title>({
  id: 't2',
  share: 15,
  rows: (facts) => titles(facts).filter((row) => row.runner_up !== ''),
  category: (row) => categoryOf(row.league),
  level: (row) => levelByYear(row.season, 2016, 2003),
  key: titleKey,
  from: (row) => rowName('league_champions', row),
  subject: titleSubject,
  when: (row) => row.season,
  phrasings: [
    (row) => `Which club finished second in ${leagueOf(row)} in ${row.season}?`,
    (row) => `Who were runners-up in ${leagueOf(row)} in ${row.season}?`,
    (row) => `In ${row.season}, which club came second in ${leagueOf(row)}?`,
  ],
  answer: (row) => row.runner_up,
  wrong: (row, facts) => [
    [row.champion, ...teamsPlaced(tableOf(facts, row), 3, 5)],
    championsAround(facts, row, 5),
  ],
  fact: (row) =>
    `${row.runner_up} finished second in ${leagueOf(row)} in ${row.season}, behind ${row.champion}.`,
});
