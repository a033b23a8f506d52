import { categoryOf, endYear, within } from '../names.ts';
import type { Facts, Row } from '../tables.ts';

export type Final = Row<'cup_finals'>;

/** "the 2005 Champions League", "the 2013 African Cup of Nations". */
export function cupName(row: { competition: string; season: string }): string {
  const year = endYear(row.season);
  const category = categoryOf(row.competition);
  if (category === 'fifa-world-cup') return `the ${year} World Cup`;
  if (category === 'african-cup-of-nations') return `the ${year} African Cup of Nations`;
  return year < 1993 ? `the ${year} European Cup` : `the ${year} Champions League`;
}

/** "the 2005 Champions League final", "the 1994 World Cup final". */
export function finalName(row: { competition: string; season: string }): string {
  return `${cupName(row)} final`;
}

export const isClubCup = (row: { competition: string }): boolean =>
  categoryOf(row.competition) === 'uefa-champions-league';

/** What names a final in an id. */
export function finalKey(row: Final): string {
  return `${categoryOf(row.competition)} ${endYear(row.season)}`.replace(/^uefa-|^fifa-/, '');
}

/** The editions decided in one final; a few were decided in a group or a replay. */
export function realFinals(facts: Facts): Final[] {
  return facts.cup_finals.filter((row) => row.format === 'final');
}

/** The finals of the same cup at most `span` years away. */
export function finalsAround(facts: Facts, row: Final, span: number): Final[] {
  return facts.cup_finals.filter(
    (one) =>
      categoryOf(one.competition) === categoryOf(row.competition) &&
      within(span, one.season, row.season),
  );
}

/** "Finidi George, Kanu and Rashidi Yekini". */
export function andList(names: readonly string[]): string {
  return new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(names);
}
