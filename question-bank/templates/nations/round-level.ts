import type { Facts } from '../../generator/tables.ts';
import type { Level } from '../../question.ts';
import { isKnownTeam } from '../shared/famous.ts';
import type { Match } from './matches-of.ts';
import { AFRICAN_CUP, WORLD_CUP } from './matches-of.ts';

/** Knockouts that all who saw them still speak of. */
const SHOCKS = new Set([
  ...['2002 Italy South Korea', '2010 Brazil Netherlands', '2010 Ghana Uruguay'],
  ...['2014 Brazil Germany', '2018 Belgium Brazil', '2018 Russia Spain', '2022 Morocco Spain'],
  ...['2019 Egypt South Africa', '2023 Morocco South Africa'],
]);

/** Long ago, but told to this day: the hand of God. */
const TOLD_TO_THIS_DAY = '1986 Argentina England';

/** How well the late rounds of a tournament are remembered: quarter-finals on, and before. */
export function roundLevel(
  row: { competition: string; year: string; stage: string },
  teams: readonly string[],
): Level {
  const late = /quarter|semi/.test(row.stage);
  const known = teams.every(isKnownTeam);
  const lastTwo = row.competition === WORLD_CUP ? '2022' : '2023';
  const easyFrom = row.stage === 'semi-final' ? '2019' : lastTwo;
  if (late && known && row.year >= easyFrom) return 'easy';
  const match = [row.year, ...teams.toSorted()].join(' ');
  if (SHOCKS.has(match)) return 'easy';
  if (row.year >= '2010' || match === TOLD_TO_THIS_DAY) return 'medium';
  return row.year >= '1994' && (late || known) ? 'medium' : 'hard';
}

/** Before 1990 only what the champions or the hosts did is told of; of Africa nothing before 1994. */
export function isToldOf(facts: Facts, row: Match): boolean {
  if (row.competition === AFRICAN_CUP) return row.year >= '1994';
  if (row.year >= '1990') return true;
  const edition = facts.tournament_hosts.find(
    (one) => one.competition === row.competition && one.year === row.year,
  );
  return [row.home, row.away].some((side) => side === edition?.winner || side === edition?.hosts);
}
