import { PICTURE_MAX_BYTES, type Picture } from '../../../src/contract/picture.ts';
import { categoryOf } from '../../generator/competitions.ts';
import { endYear } from '../../generator/seasons.ts';
import { pick } from '../../generator/seeded.ts';
import type { Facts } from '../../generator/tables.ts';
import { type Template, template } from '../../generator/template.ts';
import type { Level } from '../../question.ts';
import type { Place } from '../leagues/places-of.ts';
import { placeFrom, placeKey, safePlaces, tableOf, teamsPlaced } from '../leagues/places-of.ts';
import { leagueOf, titleKey } from '../leagues/titles-of.ts';
import { isGiant, isKnownClub } from '../shared/famous.ts';

const WORDS = ['won it', 'came second', 'came third', 'came fourth'];

/** The top of a table that nothing puts in doubt; no deduction, points of every club. */
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
  while (
    rows.length > Math.max(3, Number(row.pos)) &&
    Buffer.byteLength(JSON.stringify({ kind: 'table', season: row.season, rows })) >
      PICTURE_MAX_BYTES
  ) {
    rows.pop();
  }
  return rows.length < 3 ? undefined : { kind: 'table', season: row.season, rows };
}

/** A giant of this century is known by its neighbours; who follows the league knows its known clubs. */
function level(row: Place): Level {
  if (isGiant(row.team) && endYear(row.season) >= 2010) return 'easy';
  return isKnownClub(row.team) && endYear(row.season) >= 1998 ? 'medium' : 'hard';
}

const chosen = (facts: Facts, places: readonly string[]): Place[] => {
  const rows = safePlaces(facts).filter(
    (row) => places.includes(row.pos) && topOf(facts, row).length > 0,
  );
  return [...Map.groupBy(rows, titleKey)].map(([season, all]) => pick(all, `gap ${season}`));
};

const gap = (places: readonly string[]): Omit<Template<Place>, 'id'> => ({
  share: 8,
  rows: (facts) => chosen(facts, places),
  category: (row) => categoryOf(row.league),
  level,
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
    teamsPlaced(tableOf(facts, row), 5, 8),
    teamsPlaced(tableOf(facts, row), 9, 12),
  ],
  picture: gapIn,
  fact: (row) =>
    `With ${row.points} points, ${row.team} ${WORDS[Number(row.pos) - 1]?.replace('it', leagueOf(row))} in ${row.season}; they scored ${row.gf} goals.`,
});

/** The champion or the runner-up is missing. */
export const tableTops = template<Place>({
  id: 'q4',
  ...gap(['1', '2']),
});

/** The third or the fourth is. */
export const tableThirds = template<Place>({
  id: 'q4-below',
  ...gap(['3', '4']),
});
