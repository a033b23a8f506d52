import { categoryOf, isTainted, list } from '../names.ts';
import { pick } from '../seeded.ts';
import type { Facts, Row } from '../tables.ts';
import { rowName } from '../tables.ts';
import { template } from '../template.ts';
import { andList } from './finals-of.ts';
import { tableOf, teamsPlaced } from './places-of.ts';
import { leagueOf, smallClubLevel, titleKey } from './titles-of.ts';

type Movement = Row<'league_movements'>;

function movements(facts: Facts): Movement[] {
  return facts.league_movements.filter(
    (row) => row.note === '' && !isTainted(row.league, row.season),
  );
}

const from = (row: Movement): string => rowName('league_movements', row);
const down = (row: Movement): string[] => list(row.not_in_next_season);
const up = (row: Movement): string[] => list(row.new_this_season);

/** The club that the plain question asks; the one "together with" asks the next in the list. */
const wentDownClub = (row: Movement): string => pick(down(row), `t8 ${titleKey(row)}`);
const cameUpClub = (row: Movement): string => pick(up(row), `t9 ${titleKey(row)}`);
const nextIn = (clubs: readonly string[], club: string): string =>
  clubs[(clubs.indexOf(club) + 1) % clubs.length] ?? '';
const without = (clubs: readonly string[], club: string): string =>
  andList(clubs.filter((one) => one !== club));

function lowTable(row: Movement, facts: Facts): string[][] {
  const table = tableOf(facts, row);
  const lowest = table.length;
  return [teamsPlaced(table, lowest - 7, lowest), teamsPlaced(table, lowest - 11, lowest)];
}

function modestClubs(row: Movement, facts: Facts): string[][] {
  const table = tableOf(facts, row);
  return [teamsPlaced(table, 9, 20), teamsPlaced(table, 5, 20)];
}

export const wentDown = template<Movement>({
  id: 't8',
  share: 15,
  rows: (facts) => movements(facts).filter((row) => down(row).length > 0),
  category: (row) => categoryOf(row.league),
  level: (row) => smallClubLevel(row, 2020, 2010),
  key: titleKey,
  from,
  subject: (row) => `down ${titleKey(row)}`,
  when: (row) => row.season,
  phrasings: [
    (row) =>
      `Which of these clubs lost its place in ${leagueOf(row)} after the ${row.season} season?`,
    (row) => `Which of these clubs dropped out of ${leagueOf(row)} at the end of ${row.season}?`,
  ],
  answer: wentDownClub,
  wrong: lowTable,
  alsoRight: down,
  fact: (row) => `${andList(down(row))} left ${leagueOf(row)} at the end of ${row.season}.`,
});

export const wentDownToo = template<Movement>({
  id: 't8-too',
  share: 12,
  rows: (facts) => movements(facts).filter((row) => down(row).length >= 2),
  category: (row) => categoryOf(row.league),
  level: (row) => smallClubLevel(row, 2020, 2010),
  key: titleKey,
  from,
  subject: (row) => `down ${titleKey(row)}`,
  when: (row) => row.season,
  phrasings: [
    (row) =>
      `${row.season}: which club left ${leagueOf(row)} together with ${without(down(row), nextIn(down(row), wentDownClub(row)))}?`,
    (row) =>
      `Who else dropped out of ${leagueOf(row)} in ${row.season} with ${without(down(row), nextIn(down(row), wentDownClub(row)))}?`,
  ],
  answer: (row) => nextIn(down(row), wentDownClub(row)),
  wrong: lowTable,
  alsoRight: down,
  fact: (row) => `${andList(down(row))} left ${leagueOf(row)} at the end of ${row.season}.`,
});

export const cameUp = template<Movement>({
  id: 't9',
  share: 15,
  rows: (facts) => movements(facts).filter((row) => up(row).length > 0),
  category: (row) => categoryOf(row.league),
  level: (row) => smallClubLevel(row, 2020, 2010),
  key: titleKey,
  from,
  subject: (row) => `up ${titleKey(row)}`,
  when: (row) => row.season,
  phrasings: [
    (row) => `Which of these clubs came up to ${leagueOf(row)} for the ${row.season} season?`,
    (row) => `Which of these clubs moved up to ${leagueOf(row)} for ${row.season}?`,
  ],
  answer: cameUpClub,
  wrong: modestClubs,
  alsoRight: up,
  fact: (row) => `${andList(up(row))} came up to ${leagueOf(row)} for ${row.season}.`,
});

export const cameUpToo = template<Movement>({
  id: 't9-too',
  share: 12,
  rows: (facts) => movements(facts).filter((row) => up(row).length >= 2),
  category: (row) => categoryOf(row.league),
  level: (row) => smallClubLevel(row, 2020, 2010),
  key: titleKey,
  from,
  subject: (row) => `up ${titleKey(row)}`,
  when: (row) => row.season,
  phrasings: [
    (row) =>
      `Which club came up to ${leagueOf(row)} for ${row.season} with ${without(up(row), nextIn(up(row), cameUpClub(row)))}?`,
    (row) =>
      `${row.season}: which club moved up to ${leagueOf(row)} with ${without(up(row), nextIn(up(row), cameUpClub(row)))}?`,
  ],
  answer: (row) => nextIn(up(row), cameUpClub(row)),
  wrong: modestClubs,
  alsoRight: up,
  fact: (row) => `${andList(up(row))} came up to ${leagueOf(row)} for ${row.season}.`,
});
