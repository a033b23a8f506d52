import { list } from '../../generator/cells.ts';
import { categoryOf, isLeague } from '../../generator/competitions.ts';
import { levelByYear, NEVER_EASY, within } from '../../generator/seasons.ts';
import type { Facts } from '../../generator/tables.ts';
import { rowName } from '../../generator/tables.ts';
import { template } from '../../generator/template.ts';
import type { Honours } from './honours-of.ts';
import { cup, honours } from './honours-of.ts';
import { leagueOf, titles } from './titles-of.ts';

type SecondPlaces = { league: string; club: string; seasons: string[]; season: string };

/** Seasons of a league of which the champion is certain, none that nobody won. */
function seasonsOf(facts: Facts, league: string): string[] {
  return titles(facts)
    .filter((row) => row.league === league)
    .map((row) => row.season);
}

const lastOf = (row: Honours): string => list(row.seasons).at(-1) ?? '';

export const titleSeasons = template<Honours>({
  id: 't22-one',
  share: 12,
  rows: (facts) =>
    honours(facts).filter((row) => isLeague(row.competition) && Number(row.titles) >= 2),
  category: (row) => categoryOf(row.competition),
  level: (row) => levelByYear(lastOf(row), 2010, 1993),
  key: (row) => `${row.competition} ${row.club}`,
  from: (row) => rowName('club_titles', row),
  phrasings: [
    (row) => `In which of these seasons did ${row.club} win ${cup(row)}?`,
    (row) => `In which of these seasons were ${row.club} champions of ${cup(row)}?`,
  ],
  answer: lastOf,
  wrong: (row, facts) =>
    [5, 8, 14].map((span) =>
      seasonsOf(facts, row.competition).filter((one) => within(span, one, lastOf(row))),
    ),
  alsoRight: (row) => list(row.seasons),
  fact: (row) => `${row.club} won ${cup(row)} in ${lastOf(row)}.`,
});

/** Titles thrown away or lost on the last day: what else came second only a table tells. */
const NEAR_MISSES: Readonly<Record<string, string>> = {
  'EPL Newcastle United': '1995-96',
  'EPL Liverpool': '2013-14',
  'EPL Arsenal': '2022-23',
  'LaLiga Deportivo La Coruña': '1993-94',
  'Bundesliga Schalke 04': '2000-01',
  'Bundesliga Bayer Leverkusen': '2001-02',
  'Bundesliga Borussia Dortmund': '2022-23',
};

/** The clubs whose near miss is a story, with every season in which they came second. */
function secondPlaces(facts: Facts): SecondPlaces[] {
  const clubs = Map.groupBy(titles(facts), (row) => `${row.league} ${row.runner_up}`);
  return [...clubs].flatMap(([name, rows]) => {
    const missed = rows.find((row) => row.season === NEAR_MISSES[name]);
    if (missed === undefined) return [];
    const { league, runner_up: club, season } = missed;
    return [{ league, club, seasons: rows.map((row) => row.season), season }];
  });
}

export const secondPlaceSeasons = template<SecondPlaces>({
  id: 't22-second',
  share: 10,
  rows: secondPlaces,
  category: (row) => categoryOf(row.league),
  level: (row) => levelByYear(row.season, NEVER_EASY, 2005),
  key: (row) => `${row.league} ${row.club}`,
  from: (row) => rowName('league_champions', row),
  subject: (row) => `title ${row.league} ${row.season}`,
  phrasings: [
    (row) => `In which of these seasons did ${row.club} finish second in ${leagueOf(row)}?`,
    (row) => `In which of these seasons were ${row.club} runners-up in ${leagueOf(row)}?`,
  ],
  answer: (row) => row.season,
  wrong: (row, facts) => {
    const decided = titles(facts)
      .filter((one) => one.league === row.league && one.runner_up !== '')
      .map((one) => one.season);
    return [5, 8].map((span) => decided.filter((one) => within(span, one, row.season)));
  },
  alsoRight: (row) => row.seasons,
  fact: (row) => `${row.club} finished second in ${leagueOf(row)} in ${row.season}.`,
});
