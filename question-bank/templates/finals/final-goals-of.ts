import { categoryOf } from '../../generator/competitions.ts';
import { oncePerFacts } from '../../generator/once-per-facts.ts';
import { endYear, within } from '../../generator/seasons.ts';
import type { Facts, Row } from '../../generator/tables.ts';
import type { Final } from './finals-of.ts';
import { realFinals } from './finals-of.ts';

type Goal = Row<'final_goalscorers'>;

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

/**
 * Forwards of the same years for a final between clubs: scorers of finals at most six years away,
 * those of the two clubs in four years first, and the cup's top scorers of four years.
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
  return [own, near(3), near(6)].map((pool) => pool.map((one) => one.player));
}
