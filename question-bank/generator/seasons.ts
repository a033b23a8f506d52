import type { Level } from '../question.ts';

/** The year in which a season ends: 2004 for 2003-04, 2000 for 1999-00, 2010 for 2010. */
export function endYear(season: string): number {
  const dash = season.indexOf('-');
  return dash === -1 ? Number(season) : Number(season.slice(0, dash)) + 1;
}

/** True when two seasons or years are at most `span` years apart. */
export function within(span: number, one: string, other: string): boolean {
  return Math.abs(endYear(one) - endYear(other)) <= span;
}

const SEASONS_WITHOUT_CHAMPION = ['SerieA 2004-05', 'SerieA 2005-06', 'Ligue1 1992-93'];

/**
 * True for a season whose title was taken away. No question asks about the places of that season.
 */
export function isTainted(league: string, season: string): boolean {
  return SEASONS_WITHOUT_CHAMPION.includes(`${league} ${season}`);
}

/** The value of `easyFrom` for questions that are not easy in any season. */
export const NEVER_EASY = Infinity;

/** A level by year: easy from `easyFrom` on, medium from `mediumFrom` on, hard before. */
export function levelByYear(season: string, easyFrom: number, mediumFrom: number): Level {
  const year = endYear(season);
  if (year >= easyFrom) return 'easy';
  return year >= mediumFrom ? 'medium' : 'hard';
}
