import type { Facts, Row } from '../../generator/tables.ts';
import { rowName } from '../../generator/tables.ts';
import type { Level } from '../../question.ts';
import { fold } from '../../text/fold.ts';
import { isKnownClub, isTopClub } from '../shared/famous.ts';

export type Club = Row<'clubs'>;

/** True for a famous club: its questions are a level easier. */
export const known = (row: Club): boolean => isKnownClub(row.club);

/** Easy for the clubs of English television and the giants abroad, hard for the small ones there. */
export function clubLevel(row: Club): Level {
  if (row.league === 'EPL') return known(row) ? 'easy' : 'medium';
  if (isTopClub(row.league, row.club)) return 'easy';
  return known(row) ? 'medium' : 'hard';
}

/** What names a club in an id. */
export const clubKey = (row: Club): string => `${row.league} ${row.club}`;

export const clubFrom = (row: Club): string => rowName('clubs', row);

/** True when a name holds the start of a word of the club's own name: no question at all. */
export function echoes(club: string, name: string): boolean {
  const words = fold(club)
    .split(' ')
    .filter((word) => word.length >= 4);
  return words.some((word) => fold(name).includes(word.slice(0, 5)));
}

/** The clubs of the same league, this one among them. */
export function leagueClubs(facts: Facts, row: Club): Club[] {
  return facts.clubs.filter((one) => one.league === row.league);
}

/** The league's clubs, those as famous as this one first. */
export function clubPools(facts: Facts, row: Club): string[][] {
  const all = leagueClubs(facts, row);
  return [all.filter((one) => known(one) === known(row)), all].map((pool) =>
    pool.map((one) => one.club),
  );
}
