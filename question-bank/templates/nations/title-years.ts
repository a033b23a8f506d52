import { list } from '../../generator/cells.ts';
import { categoryOf } from '../../generator/competitions.ts';
import { endYear, levelByYear, within } from '../../generator/seasons.ts';
import type { Facts } from '../../generator/tables.ts';
import { rowName } from '../../generator/tables.ts';
import { team } from '../../generator/teams.ts';
import { template } from '../../generator/template.ts';
import { andList, sentence } from '../../generator/wording.ts';
import { finalYear, isAfrican, isClubCup } from '../finals/finals-of.ts';
import { isClaimant } from './teams.ts';

type Winner = { competition: string; name: string; years: string[]; from: string };

/** Teams with more titles than one; Germany won their first as West Germany. */
function winners(facts: Facts): Winner[] {
  const clubs = facts.club_titles
    .filter((row) => row.competition === 'UCL')
    .map((row) => ({
      competition: row.competition,
      name: row.club,
      years: list(row.seasons).map((season) => String(endYear(season))),
      from: rowName('club_titles', row),
    }));
  const teams = facts.national_team_records
    .filter((row) => row.team !== 'Germany' && !isClaimant(row))
    .map((row) => ({
      competition: row.competition,
      name: row.team,
      years: list(row.title_years),
      from: rowName('national_team_records', row),
    }));
  return [...clubs, ...teams].filter((row) => row.years.length > 1);
}

const key = (row: Winner): string => `${categoryOf(row.competition)} ${row.name}`;

/** Every edition's year, those nearest to the given one first. */
function editionYears(facts: Facts, row: Winner, year: string): string[][] {
  const years = facts.cup_finals
    .filter((one) => categoryOf(one.competition) === categoryOf(row.competition))
    .map(finalYear);
  return [4, 8, 16].map((span) => years.filter((one) => within(span, one, year)));
}

/** The cup under the name that it had in that year. */
function cup(row: Winner, year: string): string {
  if (isClubCup(row)) return year < '1993' ? 'European Cup' : 'Champions League';
  return isAfrican(row) ? 'Africa Cup of Nations' : 'World Cup';
}

const upTo = (row: Winner): string => (isAfrican(row) ? '2023' : '2026');

function fact(row: Winner): string {
  const name = isClubCup(row) ? 'European Cup or Champions League' : cup(row, '');
  return `Up to ${upTo(row)}, ${team(row.name)} won the ${name} in ${andList(row.years)}.`;
}

const first = (row: Winner): string => row.years[0] ?? '';
const last = (row: Winner): string => row.years.at(-1) ?? '';

export const firstTitles = template<Winner>({
  id: 'n30-first',
  share: 10,
  rows: winners,
  category: (row) => categoryOf(row.competition),
  level: (row) => (row.name === 'Nigeria' ? 'easy' : levelByYear(first(row), 1996, 1978)),
  key,
  from: (row) => row.from,
  subject: (row) => `titles ${key(row)}`,
  phrasings: [
    (row) => `Which was the first ${cup(row, first(row))} that ${team(row.name)} won?`,
    (row) =>
      `${sentence(team(row.name))} won the ${cup(row, first(row))} for the first time in which year?`,
  ],
  answer: first,
  wrong: (row, facts) => editionYears(facts, row, first(row)),
  fact,
});

/** Of national teams the years are asked for by `championsYears`. */
export const lastTitles = template<Winner>({
  id: 'n30-last',
  share: 10,
  rows: (facts) => winners(facts).filter(isClubCup),
  category: (row) => categoryOf(row.competition),
  level: (row) => levelByYear(last(row), 2003, 1986),
  key,
  from: (row) => row.from,
  subject: (row) => `titles ${key(row)}`,
  phrasings: [
    (row) =>
      `Up to ${upTo(row)}, in which year did ${row.name} last win the ${cup(row, last(row))}?`,
    (row) =>
      `In which year did ${row.name} win their last ${cup(row, last(row))} up to ${upTo(row)}?`,
  ],
  answer: last,
  wrong: (row, facts) => editionYears(facts, row, last(row)),
  fact,
});
