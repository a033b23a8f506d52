import { categoryOf } from '../../generator/competitions.ts';
import { within } from '../../generator/seasons.ts';
import type { Facts, Row } from '../../generator/tables.ts';
import { rowName } from '../../generator/tables.ts';
import { cupName } from '../finals/finals-of.ts';

export type Edition = Row<'tournament_hosts'>;

const DISPUTED = 'African Cup of Nations 2025';

/** Every edition but the one whose title is disputed. */
export function editions(facts: Facts): Edition[] {
  return facts.tournament_hosts.filter((row) => `${row.competition} ${row.year}` !== DISPUTED);
}

/** What names an edition in an id. */
export const editionKey = (row: { competition: string; year: string }): string =>
  `${categoryOf(row.competition)} ${row.year}`.replace(/^fifa-/, '');

/** The editions of the same tournament at most `span` years away. */
export function editionsAround(facts: Facts, row: Edition, span: number): Edition[] {
  return editions(facts).filter(
    (one) => one.competition === row.competition && within(span, one.year, row.year),
  );
}

export const editionRow = (row: Edition): string => rowName('tournament_hosts', row);

/** "the 2013 Africa Cup of Nations". */
export const editionName = (row: { competition: string; year: string }): string =>
  cupName({ competition: row.competition, season: row.year });

/** "the World Cup". */
export const tournamentName = (row: { competition: string }): string =>
  `the ${categoryOf(row.competition) === 'fifa-world-cup' ? 'World Cup' : 'Africa Cup of Nations'}`;
