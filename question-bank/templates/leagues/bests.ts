import { categoryOf } from '../../generator/competitions.ts';
import { isTainted, NEVER_EASY } from '../../generator/seasons.ts';
import type { Facts, Row } from '../../generator/tables.ts';
import { rowName } from '../../generator/tables.ts';
import { template } from '../../generator/template.ts';
import type { Level } from '../../question.ts';
import { tableOf } from './places-of.ts';
import { leagueOf, smallClubLevel, titleKey } from './titles-of.ts';

type Best = Row<'season_superlatives'>;

type Wording = {
  column: 'gf' | 'ga' | 'won' | 'lost';
  highest: boolean;
  asks: string;
  /** The first seasons of easy and of medium questions. */
  from: readonly [easy: number, medium: number];
};

/** Superlatives that are asked: the column they come from and whether the highest wins. */
const BESTS: Readonly<Record<string, Wording>> = {
  'most goals scored': {
    column: 'gf',
    highest: true,
    asks: 'scored the most goals',
    from: [2019, 2006],
  },
  'fewest goals conceded': {
    column: 'ga',
    highest: false,
    asks: 'conceded the fewest goals',
    from: [NEVER_EASY, 2010],
  },
  'most goals conceded': {
    column: 'ga',
    highest: true,
    asks: 'conceded the most goals',
    from: [NEVER_EASY, 2018],
  },
  'fewest defeats': {
    column: 'lost',
    highest: false,
    asks: 'lost the fewest matches',
    from: [NEVER_EASY, 2010],
  },
  'fewest wins': {
    column: 'won',
    highest: false,
    asks: 'won the fewest matches',
    from: [NEVER_EASY, 2018],
  },
};

const best = (row: Best): Wording => {
  const found = BESTS[row.superlative];
  if (found === undefined) throw new Error(`no wording for ${row.superlative}`);
  return found;
};

/** Superlatives that one club has to itself. */
function soleBests(facts: Facts): Best[] {
  return facts.season_superlatives.filter(
    (row) =>
      BESTS[row.superlative] !== undefined &&
      !isTainted(row.league, row.season) &&
      tableOf(facts, row).filter((one) => one[best(row).column] === row.value).length === 1,
  );
}

export const superlatives = template<Best>({
  id: 't12',
  share: 15,
  rows: soleBests,
  category: (row) => categoryOf(row.league),
  level: (row): Level => smallClubLevel(row, ...best(row).from),
  key: (row) => `${titleKey(row)} ${row.superlative}`,
  from: (row) => rowName('season_superlatives', row),
  subject: (row) => `best ${titleKey(row)}`,
  when: (row) => row.season,
  phrasings: [
    (row) => `Which team ${best(row).asks} in ${leagueOf(row)} in ${row.season}?`,
    (row) => `In ${leagueOf(row)}, which team ${best(row).asks} in the ${row.season} season?`,
  ],
  answer: (row) => row.team,
  wrong: (row, facts) => {
    const { column, highest } = best(row);
    const ranked = tableOf(facts, row).toSorted(
      (a, b) => (Number(a[column]) - Number(b[column])) * (highest ? -1 : 1),
    );
    return [ranked.slice(1, 5).map((one) => one.team), ranked.slice(5, 8).map((one) => one.team)];
  },
  fact: (row) =>
    `${row.team} ${best(row).asks} in ${leagueOf(row)} in ${row.season}: ${row.value}.`,
});
