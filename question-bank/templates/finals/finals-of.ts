import { categoryOf } from '../../generator/competitions.ts';
import { endYear, within } from '../../generator/seasons.ts';
import type { Facts, Row } from '../../generator/tables.ts';
import { rowName } from '../../generator/tables.ts';
import { isOfItsTime } from '../../generator/teams.ts';

export type Final = Row<'cup_finals'>;

/** "the 2005 Champions League", "the 2013 Africa Cup of Nations". */
export function cupName(row: { competition: string; season: string }): string {
  const year = endYear(row.season);
  const category = categoryOf(row.competition);
  if (category === 'fifa-world-cup') return `the ${year} World Cup`;
  if (category === 'african-cup-of-nations') return `the ${year} Africa Cup of Nations`;
  return year < 1993 ? `the ${year} European Cup` : `the ${year} Champions League`;
}

/** "the 2005 Champions League final", "the 1994 World Cup final". */
export function finalName(row: { competition: string; season: string }): string {
  return `${cupName(row)} final`;
}

/** "Champions League", "European Cup" for its years before 1993. */
export const cupOnly = (row: { competition: string; season: string }): string =>
  cupName(row).replace(/^the \d{4} /, '');

export const isClubCup = (row: { competition: string }): boolean =>
  categoryOf(row.competition) === 'uefa-champions-league';

export const isAfrican = (row: { competition: string }): boolean =>
  categoryOf(row.competition) === 'african-cup-of-nations';

/** Nigeria's finals are told of, however old. */
export const isNigerian = (row: Final): boolean => [row.winner, row.runner_up].includes('Nigeria');

/** What names a final in an id. */
export function finalKey(row: Final): string {
  return `${categoryOf(row.competition)} ${endYear(row.season)}`.replace(/^uefa-|^fifa-/, '');
}

/** The year that a question about the final names. */
export const finalYear = (row: { season: string }): string => String(endYear(row.season));

/** What the questions of one edition share: each of them tells something of the others. */
export const finalSubject = (row: Final): string => `edition ${finalKey(row)}`;

export const finalRow = (row: Final): string => rowName('cup_finals', row);

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

/** The teams of finals at most `span` years away, under the names of the row's own year. */
export function finalistsAround(facts: Facts, row: Final, span: number): string[] {
  return finalsAround(facts, row, span)
    .flatMap((one) => [one.winner, one.runner_up])
    .filter((one) => isOfItsTime(one, row.season));
}

/** The last four of the final's edition. */
export function semiFinalists(facts: Facts, row: Final): string[] {
  return facts.semi_finalists
    .filter(
      (one) =>
        categoryOf(one.competition) === categoryOf(row.competition) &&
        endYear(one.year) === endYear(row.season),
    )
    .map((one) => one.team);
}
