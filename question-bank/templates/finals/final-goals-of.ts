import { list } from '../../generator/cells.ts';
import { categoryOf } from '../../generator/competitions.ts';
import { oncePerFacts } from '../../generator/once-per-facts.ts';
import { endYear, within } from '../../generator/seasons.ts';
import type { Facts, Row } from '../../generator/tables.ts';
import { clubsOf } from '../players/players-of.ts';
import type { Final } from './finals-of.ts';
import { realFinals } from './finals-of.ts';

type Goal = Row<'final_goalscorers'>;

/** A line-up names its goalkeeper and mostly four defenders first. */
const BEHIND_MIDFIELD = 5;

/** Those who scored for one side in a final. */
export type FinalGoals = { final: Final; team: string; scorers: string[] };

/** The goals of all finals of that cup, own goals left out. */
export function goalsInFinals(facts: Facts, row: { competition: string }): Goal[] {
  return facts.final_goalscorers.filter(
    (one) => categoryOf(one.competition) === categoryOf(row.competition) && one.own_goal === '0',
  );
}

/** The scorers of both teams, where the table lists as many goals as the final had. */
export const finalGoals = oncePerFacts((facts): readonly FinalGoals[] =>
  realFinals(facts).flatMap((final) => {
    const goals = facts.final_goalscorers.filter(
      (one) =>
        categoryOf(one.competition) === categoryOf(final.competition) &&
        endYear(one.season) === endYear(final.season),
    );
    const expected = Number(final.winner_goals) + Number(final.runner_up_goals);
    if (goals.length !== expected || endYear(final.season) < 1962) return [];
    return [final.winner, final.runner_up].flatMap((side) => {
      const own = goals.filter((one) => one.team === side && one.own_goal === '0');
      const scorers = [...new Set(own.map((one) => one.player))];
      return scorers.length === 0 ? [] : [{ final, team: side, scorers }];
    });
  }),
);

/** Whether a famous player of the club may have been there then: the table has no years. */
function isOfThatTime(player: Row<'famous_players'>, year: number): boolean {
  if (year >= 2018) return player.active_2026 === '1';
  return year >= 1995 && (year >= 2010 || player.active_2026 === '0');
}

/** The years in which a line-up took the field: "in the 2011 final", "champions of 2008-09". */
const yearOf = (lineUp: Row<'line_ups'>): string => lineUp.match.match(/\d{4}(-\d\d)?/)?.[0] ?? '';

/**
 * Midfielders and forwards of the scorer's own club who did not score in that final: those of the
 * years around it, then its famous players.
 */
export function clubMates(facts: Facts, row: FinalGoals): string[][] {
  const { season } = row.final;
  const inFinals = goalsInFinals(facts, row.final)
    .filter((one) => one.team === row.team && within(6, one.season, season))
    .map((one) => one.player);
  const lineUps = facts.line_ups
    .filter((one) => one.team === row.team && within(4, yearOf(one), season))
    .flatMap((one) => list(one.players).slice(BEHIND_MIDFIELD))
    .map((cell) => cell.replace(/\*.*$/, ''));
  const famous = facts.famous_players
    .filter((one) => isOfThatTime(one, endYear(season)) && clubsOf(one).includes(row.team))
    .filter((one) => /forward|midfielder/.test(one.position))
    .map((one) => one.player);
  const others = (players: readonly string[]): string[] =>
    [...new Set(players)].filter((one) => !row.scorers.includes(one));
  const near = others([...inFinals, ...lineUps]);
  return [near, others(famous).filter((one) => !near.includes(one))];
}

/**
 * Men of the scorer's club, then forwards of the same years for a final between clubs: scorers of
 * finals at most six years away, those of the two clubs in four years first, and the cup's top
 * scorers of four years.
 */
export function clubForwards(facts: Facts, row: FinalGoals): string[][] {
  const { season, winner, runner_up } = row.final;
  const scorers = goalsInFinals(facts, row.final);
  const top = facts.league_top_scorers.filter((one) => one.competition === 'UCL');
  const near = (span: number): { player: string; club: string }[] => [
    ...scorers
      .filter((one) => within(span, one.season, season))
      .map((one) => ({ player: one.player, club: one.team })),
    ...top.filter((one) => within(Math.min(span, 4), one.season, season)),
  ];
  const own = near(4).filter((one) => [winner, runner_up].includes(one.club));
  const others = [own, near(3), near(6)].map((pool) => pool.map((one) => one.player));
  return [...clubMates(facts, row), ...others];
}
