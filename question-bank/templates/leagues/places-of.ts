import { oncePerFacts } from '../../generator/once-per-facts.ts';
import { isTainted } from '../../generator/seasons.ts';
import type { Facts, Row } from '../../generator/tables.ts';
import { rowName } from '../../generator/tables.ts';

export type Place = Row<'season_tables'>;

export const placeKey = (row: Place): string => `${row.league} ${row.season} ${row.team}`;
export const placeFrom = (row: Place): string => rowName('season_tables', row);

const seasonOf = (row: { league: string; season: string }): string => `${row.league} ${row.season}`;
const tablesBySeason = oncePerFacts((facts) => Map.groupBy(facts.season_tables, seasonOf));

/** The final table of a season. */
export function tableOf(facts: Facts, row: { league: string; season: string }): readonly Place[] {
  return tablesBySeason(facts).get(seasonOf(row)) ?? [];
}

export function teamsPlaced(table: readonly Place[], from: number, to: number): string[] {
  return table
    .filter((one) => Number(one.pos) >= from && Number(one.pos) <= to)
    .map((one) => one.team);
}

/** Places that no deduction, tie or missing match puts in doubt. */
export function safePlaces(facts: Facts): Place[] {
  return facts.season_tables.filter(
    (row) => row.safe === '1' && !isTainted(row.league, row.season),
  );
}
