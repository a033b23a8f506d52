import { categoryOf, endYear, isTainted, leagueName, list } from '../names.ts';
import { ordinal } from '../near.ts';
import { pick } from '../seeded.ts';
import type { Facts, Row } from '../tables.ts';
import { template } from '../template.ts';
import { andList } from './finals-of.ts';

type Place = Row<'season_tables'>;
type Movement = Row<'league_movements'>;
type Best = Row<'season_superlatives'>;

const keyOf = (row: { league: string; season: string }): string => `${row.league} ${row.season}`;
const league = (row: { league: string; season: string }): string =>
  leagueName(row.league, row.season);

function tableOf(facts: Facts, row: { league: string; season: string }): Place[] {
  return facts.season_tables.filter(
    (one) => one.league === row.league && one.season === row.season,
  );
}

function teamsPlaced(table: readonly Place[], from: number, to: number): string[] {
  return table
    .filter((one) => Number(one.pos) >= from && Number(one.pos) <= to)
    .map((one) => one.team);
}

function safePlaces(facts: Facts): Place[] {
  return facts.season_tables.filter(
    (row) => row.safe === '1' && !isTainted(row.league, row.season),
  );
}

export const thirdPlaces = template<Place>({
  id: 't10',
  share: 20,
  rows: (facts) => safePlaces(facts).filter((row) => row.pos === '3'),
  category: (row) => categoryOf(row.league),
  level: (row) => (endYear(row.season) >= 2012 ? 'medium' : 'hard'),
  key: keyOf,
  phrasings: [
    (row) => `Which club finished third in ${league(row)} in ${row.season}?`,
    (row) => `Which club took third place in ${league(row)} in ${row.season}?`,
  ],
  answer: (row) => row.team,
  wrong: (row, facts) => [
    teamsPlaced(tableOf(facts, row), 1, 5),
    teamsPlaced(tableOf(facts, row), 6, 7),
  ],
  fact: (row) => `${row.team} finished third in ${league(row)} in ${row.season}.`,
});

export const finishes = template<Place>({
  id: 't11',
  share: 16,
  rows: (facts) => {
    const winners = new Set(facts.club_titles.map((one) => `${one.competition} ${one.club}`));
    return safePlaces(facts).filter(
      (row) => Number(row.pos) >= 4 && winners.has(`${row.league} ${row.team}`),
    );
  },
  category: (row) => categoryOf(row.league),
  level: () => 'hard',
  key: (row) => `${keyOf(row)} ${row.team}`,
  phrasings: [
    (row) => `Where did ${row.team} finish in ${league(row)} in ${row.season}?`,
    (row) => `In which place did ${row.team} end the ${row.season} season in ${league(row)}?`,
  ],
  answer: (row) => ordinal(Number(row.pos)),
  wrong: (row) => {
    const place = Number(row.pos);
    const near = [-4, -3, -2, -1, 1, 2, 3, 4].map((step) => place + step);
    return [near.filter((one) => one >= 2 && one <= 18).map(ordinal)];
  },
  fact: (row) =>
    `${row.team} finished ${ordinal(Number(row.pos))} in ${league(row)} in ${row.season}.`,
});

function movements(facts: Facts): Movement[] {
  return facts.league_movements.filter(
    (row) => row.note === '' && !isTainted(row.league, row.season),
  );
}

export const wentDown = template<Movement>({
  id: 't8',
  share: 22,
  rows: (facts) => movements(facts).filter((row) => row.not_in_next_season !== ''),
  category: (row) => categoryOf(row.league),
  level: (row) => (endYear(row.season) >= 2012 ? 'medium' : 'hard'),
  key: keyOf,
  phrasings: [
    (row) =>
      `Which of these clubs lost its place in ${league(row)} after the ${row.season} season?`,
    (row) => `Which of these clubs dropped out of ${league(row)} at the end of ${row.season}?`,
  ],
  answer: (row) => pick(list(row.not_in_next_season), `t8 ${keyOf(row)}`),
  wrong: (row, facts) => {
    const table = tableOf(facts, row);
    const lowest = Math.max(...table.map((one) => Number(one.pos)));
    return [teamsPlaced(table, lowest - 7, lowest), teamsPlaced(table, lowest - 11, lowest)];
  },
  alsoRight: (row) => list(row.not_in_next_season),
  fact: (row) =>
    `${andList(list(row.not_in_next_season))} left ${league(row)} at the end of ${row.season}.`,
});

export const cameUp = template<Movement>({
  id: 't9',
  share: 20,
  rows: (facts) => movements(facts).filter((row) => row.new_this_season !== ''),
  category: (row) => categoryOf(row.league),
  level: (row) => (endYear(row.season) >= 2012 ? 'medium' : 'hard'),
  key: keyOf,
  phrasings: [
    (row) => `Which of these clubs came up to ${league(row)} for the ${row.season} season?`,
    (row) => `Which of these clubs moved up to ${league(row)} for ${row.season}?`,
  ],
  answer: (row) => pick(list(row.new_this_season), `t9 ${keyOf(row)}`),
  wrong: (row, facts) => {
    const table = tableOf(facts, row);
    return [teamsPlaced(table, 9, 20), teamsPlaced(table, 5, 20)];
  },
  alsoRight: (row) => list(row.new_this_season),
  fact: (row) =>
    `${andList(list(row.new_this_season))} came up to ${league(row)} for ${row.season}.`,
});

/** Superlatives that are asked: the column they come from and whether the highest wins. */
const BESTS: Readonly<Record<string, { column: 'gf' | 'ga'; highest: boolean; asks: string }>> = {
  'most goals scored': { column: 'gf', highest: true, asks: 'scored the most goals' },
  'fewest goals conceded': { column: 'ga', highest: false, asks: 'conceded the fewest goals' },
  'most goals conceded': { column: 'ga', highest: true, asks: 'conceded the most goals' },
};

const best = (row: Best): { column: 'gf' | 'ga'; highest: boolean; asks: string } => {
  const found = BESTS[row.superlative];
  if (found === undefined) throw new Error(`no wording for ${row.superlative}`);
  return found;
};

export const superlatives = template<Best>({
  id: 't12',
  share: 20,
  rows: (facts) =>
    facts.season_superlatives.filter(
      (row) =>
        BESTS[row.superlative] !== undefined &&
        !isTainted(row.league, row.season) &&
        tableOf(facts, row).filter((one) => one[best(row).column] === row.value).length === 1,
    ),
  category: (row) => categoryOf(row.league),
  level: (row) =>
    endYear(row.season) >= 2010 && row.superlative !== 'most goals conceded' ? 'medium' : 'hard',
  key: (row) => `${keyOf(row)} ${row.superlative}`,
  phrasings: [
    (row) => `Which team ${best(row).asks} in ${league(row)} in ${row.season}?`,
    (row) => `In ${league(row)}, which team ${best(row).asks} in the ${row.season} season?`,
  ],
  answer: (row) => row.team,
  wrong: (row, facts) => {
    const { column, highest } = best(row);
    const ranked = tableOf(facts, row).toSorted(
      (a, b) => (Number(a[column]) - Number(b[column])) * (highest ? -1 : 1),
    );
    return [ranked.slice(1, 5).map((one) => one.team), ranked.slice(5, 8).map((one) => one.team)];
  },
  fact: (row) => `${row.team} ${best(row).asks} in ${league(row)} in ${row.season}: ${row.value}.`,
});
