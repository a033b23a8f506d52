import { leagueName } from '../../generator/competitions.ts';
import { levelByYear, NEVER_EASY, within } from '../../generator/seasons.ts';
import type { Facts, Row } from '../../generator/tables.ts';
import { isUnsafeTitle } from '../../generator/unsafe-rows.ts';
import type { Level } from '../../question.ts';
import { tableOf } from './places-of.ts';

export type Title = Row<'league_champions'>;

/** Notes on the first-place rows that warn of the totals of a season. */
const WARNS_OF_TOTALS = /not verified|not final/;

/** Seasons with an undisputed champion. */
export function titles(facts: Facts): Title[] {
  return facts.league_champions.filter((row) => row.champion !== '' && !isUnsafeTitle(row));
}

/** Those whose points and goals are certain. */
export function counted(facts: Facts): Title[] {
  return titles(facts).filter((row) => row.points !== '' && !WARNS_OF_TOTALS.test(row.note));
}

export const titleKey = (row: { league: string; season: string }): string =>
  `${row.league} ${row.season}`;

/** Champion, runner-up, manager, points: each of them helps with the others. */
export const titleSubject = (row: { league: string; season: string }): string =>
  `title ${titleKey(row)}`;

export const leagueOf = (row: { league: string; season: string }): string =>
  leagueName(row.league, row.season);

/** The first two of the seasons around that one, so far as they played in it. */
export function championsAround(
  facts: Facts,
  row: { league: string; season: string },
  span: number,
): string[] {
  const there = tableOf(facts, row).map((one) => one.team);
  return titles(facts)
    .filter((one) => one.league === row.league && within(span, one.season, row.season))
    .flatMap((one) => [one.champion, one.runner_up])
    .filter((club) => club !== '' && (there.length === 0 || there.includes(club)));
}

/**
 * The level of what a small club did: easy in England alone, for the other leagues are watched
 * for their big clubs.
 */
export function smallClubLevel(
  row: { league: string; season: string },
  easyFrom: number,
  mediumFrom: number,
): Level {
  return levelByYear(row.season, row.league === 'EPL' ? easyFrom : NEVER_EASY, mediumFrom);
}
