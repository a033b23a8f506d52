import { list } from '../../generator/cells.ts';
import { categoryOf } from '../../generator/competitions.ts';
import { isTainted } from '../../generator/seasons.ts';
import { pick } from '../../generator/seeded.ts';
import type { Facts, Row } from '../../generator/tables.ts';
import { rowName } from '../../generator/tables.ts';
import { template } from '../../generator/template.ts';
import { andList } from '../../generator/wording.ts';
import { tableOf, teamsPlaced } from './places-of.ts';
import { leagueOf, smallClubLevel, titleKey } from './titles-of.ts';

type Movement = Row<'league_movements'>;

function movements(facts: Facts): Movement[] {
  return facts.league_movements.filter(
    (row) => row.note === '' && !isTainted(row.league, row.season),
  );
}

/** Seasons after which a club that had done well enough was sent down: Elche, Marseille. */
const SENT_DOWN = ['LaLiga 2014-15', 'Ligue1 1993-94'];

function relegations(facts: Facts): Movement[] {
  return movements(facts).filter((row) => !SENT_DOWN.includes(titleKey(row)));
}

const from = (row: Movement): string => rowName('league_movements', row);
const down = (row: Movement): string[] => list(row.not_in_next_season);
const up = (row: Movement): string[] => list(row.new_this_season);

/** The club that the plain question asks; the one "together with" asks the next in the list. */
const wentDownClub = (row: Movement): string => pick(down(row), `t8 ${titleKey(row)}`);
const cameUpClub = (row: Movement): string => pick(up(row), `t9 ${titleKey(row)}`);
const nextIn = (clubs: readonly string[], club: string): string =>
  clubs[(clubs.indexOf(club) + 1) % clubs.length] ?? '';
const alsoWentDown = (row: Movement): string => nextIn(down(row), wentDownClub(row));
const alsoCameUp = (row: Movement): string => nextIn(up(row), cameUpClub(row));
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
  rows: (facts) => relegations(facts).filter((row) => down(row).length > 0),
  category: (row) => categoryOf(row.league),
  level: (row) => smallClubLevel(row, 2020, 2010),
  key: titleKey,
  from,
  subject: (row) => `down ${titleKey(row)}`,
  when: (row) => row.season,
  phrasings: [
    (row) => `Which of these clubs was relegated from ${leagueOf(row)} in ${row.season}?`,
    (row) => `Which of these clubs went down from ${leagueOf(row)} in ${row.season}?`,
  ],
  answer: wentDownClub,
  wrong: lowTable,
  alsoRight: down,
  fact: (row) => `Relegated from ${leagueOf(row)} in ${row.season}: ${andList(down(row))}.`,
});

export const wentDownToo = template<Movement>({
  id: 't8-too',
  share: 12,
  rows: (facts) => relegations(facts).filter((row) => down(row).length >= 2),
  category: (row) => categoryOf(row.league),
  level: (row) => smallClubLevel(row, 2020, 2010),
  key: titleKey,
  from,
  subject: (row) => `down ${titleKey(row)}`,
  when: (row) => row.season,
  phrasings: [
    (row) =>
      `Which club was relegated from ${leagueOf(row)} in ${row.season} with ${without(down(row), alsoWentDown(row))}?`,
    (row) =>
      `Which club went down from ${leagueOf(row)} in ${row.season} with ${without(down(row), alsoWentDown(row))}?`,
  ],
  answer: alsoWentDown,
  wrong: lowTable,
  alsoRight: down,
  fact: (row) => `Relegated from ${leagueOf(row)} in ${row.season}: ${andList(down(row))}.`,
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
    (row) => `Which of these clubs was promoted to ${leagueOf(row)} for ${row.season}?`,
    (row) => `Which of these clubs came up to ${leagueOf(row)} for the ${row.season} season?`,
  ],
  answer: cameUpClub,
  wrong: modestClubs,
  alsoRight: up,
  fact: (row) => `Promoted to ${leagueOf(row)} for ${row.season}: ${andList(up(row))}.`,
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
      `Which club was promoted to ${leagueOf(row)} for ${row.season} with ${without(up(row), alsoCameUp(row))}?`,
    (row) =>
      `Which club came up to ${leagueOf(row)} for ${row.season} with ${without(up(row), alsoCameUp(row))}?`,
  ],
  answer: alsoCameUp,
  wrong: modestClubs,
  alsoRight: up,
  fact: (row) => `Promoted to ${leagueOf(row)} for ${row.season}: ${andList(up(row))}.`,
});
