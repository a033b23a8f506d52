import type { Level } from '../question.ts';
import { WORLD_CUP } from './matches-of.ts';

/** Teams whose matches and players a fan in Nigeria knows from television. */
export const KNOWN_AFRICAN: readonly string[] = [
  ...['Nigeria', 'Ghana', 'Cameroon', 'Ivory Coast', 'Senegal', 'Egypt', 'Morocco', 'Algeria'],
  ...['Tunisia', 'South Africa', 'Zambia', 'DR Congo', 'Mali', 'Burkina Faso'],
];

export const KNOWN_ELSEWHERE: readonly string[] = [
  ...['Brazil', 'Argentina', 'Germany', 'France', 'Spain', 'England', 'Italy', 'Portugal'],
  ...['Netherlands', 'Croatia', 'Belgium', 'Uruguay', 'Colombia', 'United States', 'Mexico'],
];

/** Often there, but seldom watched for their own sake: their matches are not easy. */
const LESS_KNOWN = ['Colombia', 'United States', 'Mexico', 'Zambia', 'DR Congo', 'Mali'];

const KNOWN = new Set(
  [...KNOWN_AFRICAN, ...KNOWN_ELSEWHERE].filter((name) => !LESS_KNOWN.includes(name)),
);

export const isKnown = (name: string): boolean => KNOWN.has(name);

/** How well the late rounds of a tournament are remembered: quarter-finals on, and before. */
export function roundLevel(
  row: { competition: string; year: string; stage: string },
  teams: readonly string[],
): Level {
  const late = /quarter|semi/.test(row.stage);
  const known = teams.every(isKnown);
  const easyFrom = row.competition === WORLD_CUP ? '2010' : '2012';
  if (late && known && row.year >= easyFrom) return 'easy';
  if (known && row.year >= '2018') return 'easy';
  if (row.year >= '2010') return 'medium';
  return row.year >= '1994' && (late || known) ? 'medium' : 'hard';
}
