import { categoryOf } from '../../generator/competitions.ts';
import { pick } from '../../generator/seeded.ts';
import type { Facts } from '../../generator/tables.ts';
import { template } from '../../generator/template.ts';
import { echoes } from './clubs-of.ts';
import type { Derby } from './derbies-of.ts';
import {
  derbies,
  derbyFrom,
  derbyKey,
  derbyLevel,
  derbySubject,
  NEIGHBOURS,
  named,
  shortName,
} from './derbies-of.ts';

/** A derby as one of its clubs sees it. */
type Side = { row: Derby; club: string; rival: string; key: string };

/** Both sides of each derby, one of which has the derby's own key. */
function sides(facts: Facts): Side[] {
  return derbies(facts)
    .filter(isQuiet)
    .flatMap((row) => {
      const club = pick([row.team_a, row.team_b], `t20 ${row.derby}`);
      const rival = club === row.team_a ? row.team_b : row.team_a;
      const key = derbyKey(row);
      return [
        { row, club, rival, key },
        { row, club: rival, rival: club, key: `${key} 2` },
      ];
    });
}

/** True for a name that gives neither club away: no clubs are asked for by the "Madrid derby". */
const isQuiet = (row: Derby): boolean =>
  !echoes(row.team_a, shortName(row)) && !echoes(row.team_b, shortName(row));

const stated = (row: Derby): string =>
  `The match between ${row.team_a} and ${row.team_b} is known as ${named(row)}.`;

export const derbyRivals = template<Side>({
  id: 't20',
  share: 15,
  rows: sides,
  category: ({ row }) => categoryOf(row.league),
  level: ({ row }) => derbyLevel(row),
  key: ({ key }) => key,
  from: ({ row }) => derbyFrom(row),
  subject: ({ row }) => derbySubject(row),
  phrasings: [
    ({ row, club }) => `Who are the opponents of ${club} in ${named(row)}?`,
    ({ row, club }) => `Which club do ${club} play in ${named(row)}?`,
  ],
  answer: ({ rival }) => rival,
  wrong: ({ row }, facts) => {
    const champions = facts.club_titles.filter((one) => one.competition === row.league);
    const derbyClubs = facts.derbies
      .filter((one) => one.league === row.league)
      .flatMap((one) => [one.team_a, one.team_b]);
    return [derbyClubs, champions.map((one) => one.club)];
  },
  alsoRight: ({ row, club }) => [club, ...(NEIGHBOURS[row.derby] ?? [])],
  fact: ({ row }) => stated(row),
});

export const derbyNames = template<Derby>({
  id: 't20-name',
  share: 8,
  rows: (facts) => derbies(facts).filter(isQuiet),
  category: (row) => categoryOf(row.league),
  level: derbyLevel,
  key: derbyKey,
  from: derbyFrom,
  subject: derbySubject,
  phrasings: [
    (row) => `What is the match between ${row.team_a} and ${row.team_b} called?`,
    (row) => `By which name is ${row.team_a} against ${row.team_b} known?`,
  ],
  answer: (row) => shortName(row),
  wrong: (row, facts) => [
    derbies(facts)
      .filter((one) => one.league === row.league)
      .map(shortName),
  ],
  fact: stated,
});

const matchOf = (row: Derby): string => `${row.team_a} v ${row.team_b}`;

export const derbyPairs = template<Derby>({
  id: 't20-pair',
  share: 8,
  rows: (facts) => derbies(facts).filter(isQuiet),
  category: (row) => categoryOf(row.league),
  level: derbyLevel,
  key: derbyKey,
  from: derbyFrom,
  subject: derbySubject,
  phrasings: [
    (row) => `Which match is known as ${named(row)}?`,
    (row) => `Which two clubs meet in ${named(row)}?`,
  ],
  answer: matchOf,
  wrong: (row, facts) => [
    facts.derbies
      .filter((one) => one.league === row.league)
      .filter((one) => !isNear(row, one.team_a) || !isNear(row, one.team_b))
      .map(matchOf),
  ],
  fact: stated,
});

/** True for a club that has a part in the derby, or might have by where it is from. */
function isNear(row: Derby, club: string): boolean {
  return [row.team_a, row.team_b, ...(NEIGHBOURS[row.derby] ?? [])].includes(club);
}
