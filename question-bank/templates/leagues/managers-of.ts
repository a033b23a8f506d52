import type { Facts, Row } from '../../generator/tables.ts';

export type Winner = Row<'title_winning_managers'>;

/** Seasons in which two managers had a part in the title. */
const TWO_MANAGERS = ['Bundesliga 2022-23', 'Bundesliga 2019-20', 'Bundesliga 2017-18'];

export const winnerKey = (row: Winner): string => `${row.competition} ${row.season}`;

/** Titles won under one manager. */
export function winners(facts: Facts): Winner[] {
  return facts.title_winning_managers.filter((row) => !TWO_MANAGERS.includes(winnerKey(row)));
}

/** A manager at a club, whatever the season. */
export const spellOf = (row: Winner): string => `${row.competition} ${row.manager} ${row.champion}`;
