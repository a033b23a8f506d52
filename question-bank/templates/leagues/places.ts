import { list } from '../../generator/cells.ts';
import { categoryOf } from '../../generator/competitions.ts';
import { endYear, isTainted, levelByYear } from '../../generator/seasons.ts';
import { pick } from '../../generator/seeded.ts';
import { type Facts, type Row, rowName } from '../../generator/tables.ts';
import { type Template, template } from '../../generator/template.ts';
import { andList, ordinal } from '../../generator/wording.ts';
import type { Level } from '../../question.ts';
import { isBigClub } from '../shared/famous.ts';
import {
  leagueOf,
  type Place,
  placeFrom,
  placeKey,
  safePlaces,
  smallClubLevel,
  tableOf,
  teamsPlaced,
  titleKey,
} from './facts.ts';

type Movement = Row<'league_movements'>;

function movements(facts: Facts): Movement[] {
  return facts.league_movements.filter(
    (row) => row.note === '' && !isTainted(row.league, row.season),
  );
}

/**
 * Seasons after which a club was relegated though it had finished high enough: Elche, Marseille.
 */
const SENT_DOWN = ['LaLiga 2014-15', 'Ligue1 1993-94'];

function relegations(facts: Facts): Movement[] {
  return movements(facts).filter((row) => !SENT_DOWN.includes(titleKey(row)));
}

const from = (row: Movement): string => rowName('league_movements', row);
const down = (row: Movement): string[] => list(row.not_in_next_season);
const up = (row: Movement): string[] => list(row.new_this_season);

/**
 * The club that the plain question asks for. The "together with" question asks for the next club in
 * the list.
 */
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

/**
 * Fields that all questions about relegation share, or all about promotion. `clubs` gives the clubs
 * that moved, and `moved` says it in words.
 */
const ofMovement = (
  direction: 'down' | 'up',
  clubs: (row: Movement) => string[],
  moved: (row: Movement) => string,
) =>
  ({
    category: (row) => categoryOf(row.league),
    level: (row) => smallClubLevel(row, 2020, 2010),
    key: titleKey,
    from,
    subject: (row) => `${direction} ${titleKey(row)}`,
    when: (row) => row.season,
    alsoRight: clubs,
    fact: (row) => `${moved(row)}: ${andList(clubs(row))}.`,
  }) satisfies Partial<Template<Movement>>;

const ofRelegation = {
  ...ofMovement('down', down, (row) => `Relegated from ${leagueOf(row)} in ${row.season}`),
  wrong: lowTable,
};

const ofPromotion = {
  ...ofMovement('up', up, (row) => `Promoted to ${leagueOf(row)} for ${row.season}`),
  wrong: modestClubs,
};

export const wentDown = template<Movement>({
  id: 't8',
  share: 15,
  ...ofRelegation,
  rows: (facts) => relegations(facts).filter((row) => down(row).length > 0),
  phrasings: [
    (row) => `Which of these clubs was relegated from ${leagueOf(row)} in ${row.season}?`,
    (row) => `Which of these clubs went down from ${leagueOf(row)} in ${row.season}?`,
  ],
  answer: wentDownClub,
});

export const wentDownToo = template<Movement>({
  id: 't8-too',
  share: 12,
  ...ofRelegation,
  rows: (facts) => relegations(facts).filter((row) => down(row).length >= 2),
  phrasings: ['was relegated', 'went down'].map(
    (verb) => (row) =>
      `Which club ${verb} from ${leagueOf(row)} in ${row.season} with ${without(down(row), alsoWentDown(row))}?`,
  ),
  answer: alsoWentDown,
});

export const cameUp = template<Movement>({
  id: 't9',
  share: 15,
  ...ofPromotion,
  rows: (facts) => movements(facts).filter((row) => up(row).length > 0),
  phrasings: [
    (row) => `Which of these clubs was promoted to ${leagueOf(row)} for ${row.season}?`,
    (row) => `Which of these clubs came up to ${leagueOf(row)} for the ${row.season} season?`,
  ],
  answer: cameUpClub,
});

export const cameUpToo = template<Movement>({
  id: 't9-too',
  share: 12,
  ...ofPromotion,
  rows: (facts) => movements(facts).filter((row) => up(row).length >= 2),
  phrasings: ['was promoted', 'came up'].map(
    (verb) => (row) =>
      `Which club ${verb} to ${leagueOf(row)} for ${row.season} with ${without(up(row), alsoCameUp(row))}?`,
  ),
  answer: alsoCameUp,
});

/** Places that fans still talk about. */
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

/** Fields that all questions about a place share. */
const ofPlace = {
  category: (row) => categoryOf(row.league),
  key: titleKey,
  from: placeFrom,
  when: (row) => row.season,
  answer: (row) => row.team,
} satisfies Partial<Template<Place>>;

export const thirdPlaces = template<Place>({
  id: 't10',
  share: 15,
  ...ofPlace,
  rows: (facts) => atPlace(facts, '3'),
  level: levelOf,
  subject: (row) => `top ${titleKey(row)}`,
  phrasings: [
    (row) => `Which club finished third in ${leagueOf(row)} in ${row.season}?`,
    (row) => `Which club took third place in ${leagueOf(row)} in ${row.season}?`,
  ],
  wrong: (row, facts) => [
    teamsPlaced(tableOf(facts, row), 1, 5),
    teamsPlaced(tableOf(facts, row), 6, 7),
  ],
  fact: (row) => `${row.team} finished third in ${leagueOf(row)} in ${row.season}.`,
});

export const fourthPlaces = template<Place>({
  id: 't10-four',
  share: 12,
  ...ofPlace,
  rows: (facts) => atPlace(facts, '4'),
  level: levelOf,
  subject: (row) => `top ${titleKey(row)}`,
  phrasings: [
    (row) => `Which club finished fourth in ${leagueOf(row)} in ${row.season}?`,
    (row) => `Which club came fourth in ${leagueOf(row)} in ${row.season}?`,
  ],
  wrong: (row, facts) => [
    teamsPlaced(tableOf(facts, row), 2, 7),
    teamsPlaced(tableOf(facts, row), 8, 9),
  ],
  fact: (row) => `${row.team} finished fourth in ${leagueOf(row)} in ${row.season}.`,
});

export const lastPlaces = template<Place>({
  id: 't10-last',
  share: 12,
  ...ofPlace,
  rows: (facts) =>
    remembered(facts).filter((row) => Number(row.pos) === tableOf(facts, row).length),
  level: levelOf,
  subject: (row) => `down ${titleKey(row)}`,
  phrasings: [
    (row) => `Which club finished bottom of ${leagueOf(row)} in ${row.season}?`,
    (row) => `Which club came last in ${leagueOf(row)} in ${row.season}?`,
  ],
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

/**
 * The club that finished third or fourth in a season. The wrong options finished sixth or lower.
 */
function oneOfTheFour(facts: Facts): Place[] {
  const thirdOrFourth = safePlaces(facts).filter((row) => row.pos === '3' || row.pos === '4');
  return [...Map.groupBy(thirdOrFourth, titleKey)].map(([season, rows]) =>
    pick(rows, `top ${season}`),
  );
}

export const topFours = template<Place>({
  id: 't27',
  share: 12,
  ...ofPlace,
  rows: oneOfTheFour,
  level: (row) => levelByYear(row.season, 2019, 2005),
  subject: (row) => `top ${titleKey(row)}`,
  phrasings: [
    (row) => `Which of these clubs finished in the top four of ${leagueOf(row)} in ${row.season}?`,
    (row) => `In ${row.season}, which of these clubs made the top four of ${leagueOf(row)}?`,
  ],
  wrong: (row, facts) => [
    teamsPlaced(safeTable(facts, row), 6, 9),
    teamsPlaced(safeTable(facts, row), 10, 14),
  ],
  alsoRight: (row, facts) => teamsPlaced(tableOf(facts, row), 1, 4),
  fact: (row) =>
    `${row.team} finished ${row.pos === '3' ? 'third' : 'fourth'} in ${leagueOf(row)} in ${row.season}.`,
});

function safeTable(facts: Facts, row: Place): Place[] {
  return tableOf(facts, row).filter((one) => one.safe === '1');
}

type Above = { of: Place; above: Place };

/** Big clubs that did badly, each with a club that finished above it. */
function surprises(facts: Facts): Above[] {
  const rows = safePlaces(facts).filter(
    (row) => isBigClub(row.league, row.team) && Number(row.pos) >= 5 && Number(row.pos) <= 15,
  );
  return rows.flatMap((of) => {
    const better = safeTable(facts, of).filter(
      (one) => Number(one.pos) < Number(of.pos) && Number(of.pos) - Number(one.pos) <= 5,
    );
    return better.length === 0 ? [] : [{ of, above: pick(better, `above ${placeKey(of)}`) }];
  });
}

export const finishedAbove = template<Above>({
  id: 't26',
  share: 15,
  rows: surprises,
  category: ({ of }) => categoryOf(of.league),
  level: ({ of }): Level => (endYear(of.season) >= 2010 ? 'medium' : 'hard'),
  key: ({ of }) => placeKey(of),
  from: ({ of }) => placeFrom(of),
  when: ({ of }) => of.season,
  phrasings: [
    ({ of }) =>
      `Which of these clubs finished above ${of.team} in ${leagueOf(of)} in ${of.season}?`,
    ({ of }) => `In ${leagueOf(of)} in ${of.season}, which of these clubs came above ${of.team}?`,
  ],
  answer: ({ above }) => above.team,
  wrong: ({ of }, facts) => {
    const place = Number(of.pos);
    const table = safeTable(facts, of);
    return [teamsPlaced(table, place + 1, place + 4), teamsPlaced(table, place + 5, place + 9)];
  },
  alsoRight: ({ of }, facts) => teamsPlaced(tableOf(facts, of), 1, Number(of.pos) - 1),
  fact: ({ of, above }) =>
    `In ${leagueOf(of)} in ${of.season}, ${above.team} came ${ordinal(Number(above.pos))} and ${of.team} ${ordinal(Number(of.pos))}.`,
});
