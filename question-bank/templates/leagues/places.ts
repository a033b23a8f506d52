import { categoryOf } from '../../generator/competitions.ts';
import { endYear } from '../../generator/seasons.ts';
import type { Facts } from '../../generator/tables.ts';
import { template } from '../../generator/template.ts';
import { ordinal } from '../../generator/wording.ts';
import type { Level } from '../../question.ts';
import { isBigClub } from '../shared/famous.ts';
import type { Place } from './places-of.ts';
import { placeFrom, placeKey, safePlaces, tableOf, teamsPlaced } from './places-of.ts';
import { leagueOf, titleKey } from './titles-of.ts';

/** Places that people still talk of. */
const REMEMBERED = new Set([
  ...['EPL 2015-16 Tottenham Hotspur', 'EPL 2003-04 Liverpool', 'EPL 2004-05 Everton'],
  ...['EPL 2009-10 Tottenham Hotspur', 'EPL 2007-08 Derby County', 'EPL 2015-16 Aston Villa'],
  ...['EPL 2005-06 Sunderland', 'EPL 2024-25 Southampton', 'Bundesliga 2020-21 Schalke 04'],
]);

const remembered = (facts: Facts): Place[] =>
  safePlaces(facts).filter((row) => REMEMBERED.has(placeKey(row)));

const atPlace = (facts: Facts, pos: string): Place[] =>
  remembered(facts).filter((row) => row.pos === pos);

const levelOf = (row: Place): Level => (endYear(row.season) >= 2005 ? 'medium' : 'hard');

export const thirdPlaces = template<Place>({
  id: 't10',
  share: 15,
  rows: (facts) => atPlace(facts, '3'),
  category: (row) => categoryOf(row.league),
  level: levelOf,
  key: titleKey,
  from: placeFrom,
  subject: (row) => `top ${titleKey(row)}`,
  when: (row) => row.season,
  phrasings: [
    (row) => `Which club finished third in ${leagueOf(row)} in ${row.season}?`,
    (row) => `Which club took third place in ${leagueOf(row)} in ${row.season}?`,
  ],
  answer: (row) => row.team,
  wrong: (row, facts) => [
    teamsPlaced(tableOf(facts, row), 1, 5),
    teamsPlaced(tableOf(facts, row), 6, 7),
  ],
  fact: (row) => `${row.team} finished third in ${leagueOf(row)} in ${row.season}.`,
});

export const fourthPlaces = template<Place>({
  id: 't10-four',
  share: 12,
  rows: (facts) => atPlace(facts, '4'),
  category: (row) => categoryOf(row.league),
  level: levelOf,
  key: titleKey,
  from: placeFrom,
  subject: (row) => `top ${titleKey(row)}`,
  when: (row) => row.season,
  phrasings: [
    (row) => `Which club finished fourth in ${leagueOf(row)} in ${row.season}?`,
    (row) => `Which club came fourth in ${leagueOf(row)} in ${row.season}?`,
  ],
  answer: (row) => row.team,
  wrong: (row, facts) => [
    teamsPlaced(tableOf(facts, row), 2, 7),
    teamsPlaced(tableOf(facts, row), 8, 9),
  ],
  fact: (row) => `${row.team} finished fourth in ${leagueOf(row)} in ${row.season}.`,
});

export const lastPlaces = template<Place>({
  id: 't10-last',
  share: 12,
  rows: (facts) =>
    remembered(facts).filter((row) => Number(row.pos) === tableOf(facts, row).length),
  category: (row) => categoryOf(row.league),
  level: levelOf,
  key: titleKey,
  from: placeFrom,
  subject: (row) => `down ${titleKey(row)}`,
  when: (row) => row.season,
  phrasings: [
    (row) => `Which club finished bottom of ${leagueOf(row)} in ${row.season}?`,
    (row) => `Which club came last in ${leagueOf(row)} in ${row.season}?`,
  ],
  answer: (row) => row.team,
  wrong: (row, facts) => {
    const lowest = Number(row.pos);
    return [
      teamsPlaced(tableOf(facts, row), lowest - 4, lowest - 1),
      teamsPlaced(tableOf(facts, row), lowest - 7, lowest - 5),
    ];
  },
  fact: (row) => `${row.team} finished bottom of ${leagueOf(row)} in ${row.season}.`,
});

export const finishes = template<Place>({
  id: 't11',
  share: 15,
  rows: (facts) => {
    const winners = new Set(facts.club_titles.map((one) => `${one.competition} ${one.club}`));
    return safePlaces(facts).filter(
      (row) => Number(row.pos) >= 4 && winners.has(`${row.league} ${row.team}`),
    );
  },
  category: (row) => categoryOf(row.league),
  level: (row): Level =>
    endYear(row.season) >= 2019 && isBigClub(row.league, row.team) ? 'medium' : 'hard',
  key: placeKey,
  from: placeFrom,
  when: (row) => row.season,
  phrasings: [
    (row) => `Where did ${row.team} finish in ${leagueOf(row)} in ${row.season}?`,
    (row) => `In which place did ${row.team} end the ${row.season} season in ${leagueOf(row)}?`,
  ],
  answer: (row) => ordinal(Number(row.pos)),
  wrong: (row) => {
    const place = Number(row.pos);
    const near = [-4, -3, -2, -1, 1, 2, 3, 4].map((step) => place + step);
    return [near.filter((one) => one >= 2 && one <= 18).map(ordinal)];
  },
  fact: (row) =>
    `${row.team} finished ${ordinal(Number(row.pos))} in ${leagueOf(row)} in ${row.season}.`,
});
