import { list } from '../../generator/cells.ts';
import { tournamentKey } from '../../generator/competitions.ts';
import type { Facts, Row } from '../../generator/tables.ts';
import { rowName } from '../../generator/tables.ts';
import { ownGoalsIn, scorersOf } from '../nations/goals.ts';

/** A match of Nigeria at the World Cup or the African Cup of Nations. */
export type NigeriaMatch = Row<'nigeria'>;
export type NigeriaGoals = NigeriaMatch & { scorers: string[] };

export const nigeriaKey = (row: NigeriaMatch): string => `${tournamentKey(row)} ${row.date}`;
export const nigeriaRow = (row: NigeriaMatch): string => rowName('nigeria', row);

/** What the questions of one match share; other templates ask of the same match. */
export const nigeriaSubject = (row: NigeriaMatch): string => `match ${nigeriaKey(row)} ${row.home}`;

const atHome = (row: NigeriaMatch): boolean => row.home === 'Nigeria';
export const opponent = (row: NigeriaMatch): string => (atHome(row) ? row.away : row.home);

/** Nigeria's goals first. */
export function score(row: NigeriaMatch): [number, number] {
  const goals: [number, number] = [Number(row.home_goals), Number(row.away_goals)];
  return atHome(row) ? goals : [goals[1], goals[0]];
}

export const isGroupMatch = (row: NigeriaMatch): boolean => row.stage.includes('group');

/** The matches in which Nigeria scored, with those who did. */
export function nigerianScorers(facts: Facts): NigeriaGoals[] {
  return facts.nigeria.flatMap((row) => {
    const scorers = scorersOf(atHome(row) ? row.home_scorers : row.away_scorers);
    return scorers.length === 0 ? [] : [{ ...row, scorers }];
  });
}

/** Who scored an own goal did score in that match, though not for his team: not a fair option. */
export function ownGoals(row: NigeriaMatch): string[] {
  return [...ownGoalsIn(row.home_scorers), ...ownGoalsIn(row.away_scorers)];
}

/** Editions with two matches against the same opponent would make a question ambiguous. */
export function metOnce(facts: Facts, row: NigeriaMatch): boolean {
  return matchesOf(facts, row).filter((one) => opponent(one) === opponent(row)).length === 1;
}

/** Nigeria's matches at the same tournament, in order. */
export function matchesOf(
  facts: Facts,
  row: { competition: string; year: string },
): NigeriaMatch[] {
  return facts.nigeria.filter(
    (one) => one.competition === row.competition && one.year === row.year,
  );
}

/** The years of the tournaments that Nigeria played at. */
export function yearsPlayed(facts: Facts, competition: string): string[] {
  const record = facts.national_team_records.find(
    (one) => one.competition === competition && one.team === 'Nigeria',
  );
  return list(record?.years ?? '');
}
