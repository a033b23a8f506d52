import type { Picture } from '../../../src/contract/picture.ts';
import { categoryOf } from '../../generator/competitions.ts';
import { endYear } from '../../generator/seasons.ts';
import { pick } from '../../generator/seeded.ts';
import type { Facts } from '../../generator/tables.ts';
import { inFull, type Template, template } from '../../generator/template.ts';
import type { Level } from '../../question.ts';
import { pictureFits } from '../../rules/pictures.ts';
import {
  leagueOf,
  type Place,
  placeFrom,
  placeKey,
  safePlaces,
  tableOf,
  teamsPlaced,
  titleKey,
} from '../leagues/facts.ts';
import { isGiant, isKnownClub } from '../shared/famous.ts';

const WORDS = ['won it', 'came second', 'came third', 'came fourth'];

/**
 * The top four of a table. Empty if a place is uncertain, points were deducted, or a club's points
 * are missing.
 */
function topOf(facts: Facts, row: Place): readonly Place[] {
  const top = tableOf(facts, row).filter((one) => Number(one.pos) <= 4);
  const isSafe = top.every(
    (one) => one.safe === '1' && one.adjustment === '0' && Number(one.points) > 0,
  );
  return isSafe && top.length === 4 ? top : [];
}

function gapIn(row: Place, facts: Facts): Picture | undefined {
  const rows = topOf(facts, row).map(({ team, points }): [string | null, number] => [
    team === row.team ? null : team,
    Number(points),
  ]);
  const season = inFull(row.season);
  while (
    rows.length > Math.max(3, Number(row.pos)) &&
    !pictureFits({ kind: 'table', season, rows })
  ) {
    rows.pop();
  }
  return rows.length < 3 ? undefined : { kind: 'table', season, rows };
}

type Gap = Place & { isAlone: boolean };

/** The best placed giant outside the top four. */
const giantBelow = (facts: Facts, row: Place): string[] =>
  teamsPlaced(tableOf(facts, row), 5, Infinity).filter(isGiant).slice(0, 1);

const isChampion = (row: Place): boolean => row.pos === '1';

/** True for Lyon's seven titles in a row, which everybody who watched Ligue 1 knows. */
const isLyonsTitle = (row: Place): boolean =>
  isChampion(row) &&
  row.team === 'Lyon' &&
  endYear(row.season) >= 2002 &&
  endYear(row.season) <= 2008;

/**
 * Easy for a giant since 2010, for a giant alone among small clubs, for the last five champions and
 * for Lyon's titles.
 */
function level(row: Gap): Level {
  const year = endYear(row.season);
  if (isGiant(row.team) && (year >= 2010 || row.isAlone)) return 'easy';
  if ((isChampion(row) && year >= 2022) || isLyonsTitle(row)) return 'easy';
  return isKnownClub(row.team) && year >= 1998 ? 'medium' : 'hard';
}

/** Abroad, fans remember the champions, and the runners-up since 2005. */
const isRemembered = (row: Place): boolean =>
  row.league === 'EPL' || isChampion(row) || (row.pos === '2' && endYear(row.season) >= 2005);

const chosen = (facts: Facts, isAsked: (row: Place) => boolean): Gap[] => {
  const rows = safePlaces(facts).filter((row) => isAsked(row) && topOf(facts, row).length > 0);
  return [...Map.groupBy(rows, titleKey)].map(([season, all]) => {
    const row = pick(all, `gap ${season}`);
    return { ...row, isAlone: giantBelow(facts, row).length === 0 };
  });
};

const gap = (isAsked: (row: Place) => boolean, levelOf = level): Omit<Template<Gap>, 'id'> => ({
  share: 8,
  rows: (facts) => chosen(facts, isAsked),
  category: (row) => categoryOf(row.league),
  level: levelOf,
  key: placeKey,
  from: placeFrom,
  subject: (row) => `top ${titleKey(row)}`,
  when: (row) => row.season,
  phrasings: [
    (row) => `Table of ${row.season}: who ${WORDS[Number(row.pos) - 1]}?`,
    (row) => `Who is missing in ${row.season}?`,
  ],
  answer: (row) => row.team,
  wrong: (row, facts) => [
    giantBelow(facts, row),
    teamsPlaced(tableOf(facts, row), 5, 8),
    teamsPlaced(tableOf(facts, row), 9, 12),
  ],
  picture: gapIn,
  fact: (row) =>
    `With ${row.points} points, ${row.team} ${WORDS[Number(row.pos) - 1]?.replace('it', leagueOf(row))} in ${row.season}; they scored ${row.gf} goals.`,
});

/** The champion or the runner-up is missing. */
export const tableTops = template<Gap>({
  id: 'q4',
  ...gap((row) => ['1', '2'].includes(row.pos) && isRemembered(row)),
});

/** Fans remember third places for about five years. */
function levelBelow(row: Gap): Level {
  return level(row) === 'easy' && endYear(row.season) < 2022 ? 'medium' : level(row);
}

/**
 * The third or the fourth club is missing. Only the league that everybody watches has such
 * questions.
 */
export const tableThirds = template<Gap>({
  id: 'q4-below',
  ...gap(
    (row) => ['3', '4'].includes(row.pos) && row.league === 'EPL' && endYear(row.season) >= 2005,
    levelBelow,
  ),
});
