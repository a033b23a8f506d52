import { list } from '../../generator/cells.ts';
import { categoryOf, isLeague, leagueName } from '../../generator/competitions.ts';
import { endYear, levelByYear, within } from '../../generator/seasons.ts';
import { type Facts, rowName } from '../../generator/tables.ts';
import { team } from '../../generator/teams.ts';
import { template } from '../../generator/template.ts';
import { atMost } from '../shared/at-most.ts';
import {
  championsAround,
  coachesOf,
  isFamousCoach,
  isIconic,
  isRemembered,
  spellOf,
  tableOf,
  teamsPlaced,
  type Winner,
  winnerKey,
  winners,
} from './facts.ts';

function titleOf(row: Winner): string {
  if (row.competition === 'WORLD CUP') return `the ${row.season} World Cup`;
  if (row.competition === 'AFCON') return `the ${row.season} Africa Cup of Nations`;
  return `${leagueOrCup(row)} in ${row.season}`;
}

function leagueOrCup(row: Winner): string {
  const name = endYear(row.season) < 1993 ? 'the European Cup' : 'the Champions League';
  return isLeague(row.competition) ? leagueName(row.competition, row.season) : name;
}

const winnersNear = (row: Winner, facts: Facts): string[][] =>
  [6, 12, 30].map((span) =>
    facts.title_winning_managers
      .filter((one) => one.competition === row.competition && within(span, one.season, row.season))
      .map((one) => one.manager),
  );

export const winningManagers = template<Winner>({
  id: 't7',
  share: 15,
  rows: (facts) => atMost(3, winners(facts).filter(isRemembered), spellOf),
  category: (row) => categoryOf(row.competition),
  level: (row) => levelByYear(row.season, 2012, isFamousCoach(row) ? 1990 : 2005),
  key: winnerKey,
  from: (row) => rowName('title_winning_managers', row),
  subject: (row) => `title ${winnerKey(row)}`,
  when: (row) => row.season,
  phrasings: [
    (row) => `Which manager won ${titleOf(row)} with ${team(row.champion)}?`,
    (row) => `Who was in charge when ${team(row.champion)} won ${titleOf(row)}?`,
    (row) => `Who coached ${team(row.champion)} as they won ${titleOf(row)}?`,
  ],
  answer: (row) => row.manager,
  wrong: (row, facts) =>
    // Among coaches of other nations, a coach of this nation would be conspicuous.
    row.competition === 'WORLD CUP' ? coachesOf(row, facts) : winnersNear(row, facts),
  fact: (row) => `${row.manager} was the manager when ${team(row.champion)} won ${titleOf(row)}.`,
});

const leagueWinners = (facts: Facts): Winner[] =>
  winners(facts).filter((row) => isLeague(row.competition));

export const managersClubs = template<Winner>({
  id: 't7-club',
  share: 12,
  rows: (facts) => atMost(2, leagueWinners(facts), spellOf),
  category: (row) => categoryOf(row.competition),
  level: (row) => levelByYear(row.season, 2010, 1990),
  key: winnerKey,
  from: (row) => rowName('title_winning_managers', row),
  subject: (row) => `title ${winnerKey(row)}`,
  when: (row) => row.season,
  phrasings: [
    (row) => `With which club did ${row.manager} win ${titleOf(row)}?`,
    (row) => `Which club did ${row.manager} coach as champions of ${titleOf(row)}?`,
  ],
  answer: (row) => row.champion,
  wrong: (row, facts) => {
    const season = { league: row.competition, season: row.season };
    return [
      [...teamsPlaced(tableOf(facts, season), 2, 4), ...championsAround(facts, season, 4)],
      championsAround(facts, season, 10),
    ];
  },
  fact: (row) => `${row.manager} won ${titleOf(row)} with ${row.champion}.`,
});

type Spell = Winner & { seasons: string };

/** One question per manager and club, about the last title they won together. */
function spells(facts: Facts): Spell[] {
  return [...Map.groupBy(leagueWinners(facts), spellOf).values()].flatMap((rows) => {
    const last = rows.at(-1);
    const seasons = rows.map((row) => row.season).join('|');
    return last === undefined ? [] : [{ ...last, seasons }];
  });
}

export const managersSeasons = template<Spell>({
  id: 't7-season',
  share: 10,
  rows: (facts) => spells(facts).filter(isIconic),
  category: (row) => categoryOf(row.competition),
  level: (row) => levelByYear(row.season, row.competition === 'EPL' ? 2004 : 2021, 2000),
  key: spellOf,
  from: (row) => rowName('title_winning_managers', row),
  subject: (row) => `title ${winnerKey(row)}`,
  phrasings: [
    (row) =>
      `In which of these seasons did ${row.manager} win ${leagueOrCup(row)} with ${row.champion}?`,
    (row) =>
      `${row.manager} won ${leagueOrCup(row)} with ${row.champion} in which of these seasons?`,
  ],
  answer: (row) => row.season,
  wrong: (row, facts) =>
    [4, 8].map((span) =>
      leagueWinners(facts)
        .filter((one) => one.competition === row.competition)
        .map((one) => one.season)
        .filter((season) => within(span, season, row.season)),
    ),
  alsoRight: (row) => list(row.seasons),
  fact: (row) => `${row.manager} won ${leagueOrCup(row)} with ${row.champion} in ${row.season}.`,
});
