import { categoryOf, tournamentKey } from '../../generator/competitions.ts';
import { nearScores } from '../../generator/near.ts';
import { oncePerFacts } from '../../generator/once-per-facts.ts';
import { within } from '../../generator/seasons.ts';
import type { Facts } from '../../generator/tables.ts';
import { rowName } from '../../generator/tables.ts';
import { isOfItsTime, team } from '../../generator/teams.ts';
import { sentence } from '../../generator/wording.ts';
import { editionName } from './editions-of.ts';
import { scorersOf } from './goals.ts';

/** A match of the World Cup or of the African Cup of Nations. */
export type Match = {
  competition: string;
  year: string;
  date: string;
  stage: string;
  home: string;
  away: string;
  home_goals: string;
  away_goals: string;
  shootout_winner: string;
  home_scorers: string;
  away_scorers: string;
};

export const WORLD_CUP = 'FIFA World Cup';
export const AFRICAN_CUP = 'African Cup of Nations';

/** Every match of both tournaments but the disputed one. */
export const allMatches = oncePerFacts((facts): readonly Match[] => {
  const world = facts.world_cup_matches.map((row) => ({ ...row, competition: WORLD_CUP }));
  const africa = facts.afcon_matches
    .filter((row) => row.disputed === '0')
    .map((row) => ({ ...row, year: row.edition, competition: AFRICAN_CUP }));
  return [...world, ...africa];
});

const editionOf = (row: { competition: string; year: string }): string =>
  `${categoryOf(row.competition)} ${row.year}`;
const matchesByEdition = oncePerFacts((facts) => Map.groupBy(allMatches(facts), editionOf));

/** The matches of the tournament that the row is of. */
export function matchesAt(
  facts: Facts,
  row: { competition: string; year: string },
): readonly Match[] {
  return matchesByEdition(facts).get(editionOf(row)) ?? [];
}

/** The teams that played at the tournament. */
export function teamsAt(facts: Facts, row: { competition: string; year: string }): string[] {
  return teamsOf(matchesAt(facts, row));
}

export function teamsOf(matches: readonly Match[]): string[] {
  return [...new Set(matches.flatMap((one) => [one.home, one.away]))];
}

/** The teams of tournaments at most four years away, under the names of the row's own year. */
export function teamsNear(facts: Facts, row: { competition: string; year: string }): string[] {
  const near = allMatches(facts).filter(
    (one) => one.competition === row.competition && within(4, one.year, row.year),
  );
  return teamsOf(near).filter((one) => isOfItsTime(one, row.year));
}

/** The same for every match of two teams at one tournament. */
const meeting = (row: Match): string =>
  `${row.competition} ${row.year} ${[row.home, row.away].toSorted().join()}`;

/** Matches of teams that met once at the tournament: "the score of A v B" has one answer. */
export function singleMeetings(facts: Facts): Match[] {
  const all = allMatches(facts);
  const meetings = Map.groupBy(all, meeting);
  return all.filter((row) => row.home_goals !== '' && meetings.get(meeting(row))?.length === 1);
}

export const isNigerian = (row: Match): boolean => row.home === 'Nigeria' || row.away === 'Nigeria';

/** True for a round whose loser goes out; the final has templates of its own. */
export const isKnockout = (row: { stage: string }): boolean =>
  /^(round of \d+|quarter-final|semi-final)$/.test(row.stage);

export const isGroup = (row: { stage: string }): boolean => row.stage === 'group';

/** Who won, after a shoot-out too; blank for a draw. */
export function winnerOf(row: Match): string {
  if (row.shootout_winner !== '') return row.shootout_winner;
  const margin = Number(row.home_goals) - Number(row.away_goals);
  if (margin === 0) return '';
  return margin > 0 ? row.home : row.away;
}

/** Who lost; blank for a draw. */
export function loserOf(row: Match): string {
  const winner = winnerOf(row);
  if (winner === '') return '';
  return winner === row.home ? row.away : row.home;
}

/** Asks for the score of "Ghana v Uruguay at the 2010 World Cup", that before a shoot-out. */
export function whatScore(row: { shootout_winner: string }, match: string): string {
  const score = row.shootout_winner === '' ? 'what was the score' : 'the score before penalties';
  return `${sentence(match)}: ${score}?`;
}

/** Scores near the right one; draws alone for a match that went to a shoot-out. */
export function wrongScores(
  row: { shootout_winner: string },
  [first, second]: readonly [number, number],
): string[][] {
  if (row.shootout_winner === '') return nearScores(first, second);
  return [[0, 1, 2, 3].map((goals) => `${goals}-${goals}`)];
}

/** Those who scored for one side of the match. */
export function scorersFor(row: Match, side: string): string[] {
  return scorersOf(side === row.home ? row.home_scorers : row.away_scorers);
}

/** A round as a sentence names it: "the quarter-finals", "the round of 16". */
export function roundName(stage: string): string {
  if (stage === 'third place') return 'the third-place match';
  return stage.endsWith('final') ? `the ${stage}s` : `the ${stage}`;
}

/** Where a match stood: "in the quarter-finals of the 2014 World Cup", "at the 2014 World Cup". */
export function at(row: { competition: string; year: string; stage: string }): string {
  const named = isKnockout(row) || row.stage === 'third place';
  return named ? `in ${roundName(row.stage)} of ${editionName(row)}` : `at ${editionName(row)}`;
}

/** What names a match in an id. */
export const matchKey = (row: Match): string => `${tournamentKey(row)} ${row.date} ${row.home}`;

/** What the questions of one match share. */
export const matchSubject = (row: Match): string => `match ${matchKey(row)}`;

export function matchRow(row: Match): string {
  const table = row.competition === WORLD_CUP ? 'world_cup_matches' : 'afcon_matches';
  return rowName(table, row);
}

/** "Ghana 1-1 Uruguay at the 2010 World Cup". */
export function resultOf(row: Match): string {
  const shootout =
    row.shootout_winner === '' ? '' : `; ${team(row.shootout_winner)} won on penalties`;
  return `${team(row.home)} ${row.home_goals}-${row.away_goals} ${team(row.away)} ${at(row)}${shootout}`;
}
