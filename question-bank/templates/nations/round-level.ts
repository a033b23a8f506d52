import type { Level } from '../../question.ts';
import { isKnownTeam } from '../shared/famous.ts';
import { WORLD_CUP } from './matches-of.ts';

/** How well the late rounds of a tournament are remembered: quarter-finals on, and before. */
export function roundLevel(
  row: { competition: string; year: string; stage: string },
  teams: readonly string[],
): Level {
  const late = /quarter|semi/.test(row.stage);
  const known = teams.every(isKnownTeam);
  const easyFrom = row.competition === WORLD_CUP ? '2010' : '2012';
  if (late && known && row.year >= easyFrom) return 'easy';
  if (known && row.year >= '2018') return 'easy';
  if (row.year >= '2010') return 'medium';
  return row.year >= '1994' && (late || known) ? 'medium' : 'hard';
}
