import { list } from '../../generator/cells.ts';
import { categoryOf } from '../../generator/competitions.ts';
import { oncePerFacts } from '../../generator/once-per-facts.ts';
import { within } from '../../generator/seasons.ts';
import type { Facts } from '../../generator/tables.ts';
import { fold } from '../../text/fold.ts';
import { finalYear, isClubCup } from '../finals/finals.ts';
import { type FinalGoals, goalsInFinals } from '../finals/scorers.ts';

/**
 * Players who are known for a goal in a final or for all their goals, and who are not among the
 * tables' famous players.
 */
const KNOWN_BY_GOALS = [
  ...['Sunday Mba', 'William Troost-Ekong', 'Mario Götze', 'Michel Platini', 'Ronald Koeman'],
  ...['Marco van Basten', 'Ruud Gullit', 'Pelé'],
];

const famous = oncePerFacts(
  (facts) =>
    new Set([
      ...facts.famous_players.map(({ player }) => player),
      ...facts.line_ups
        .flatMap(({ players }) => list(players))
        .filter((cell) => /\*easy\b/.test(cell))
        .map(nameOf),
      ...KNOWN_BY_GOALS,
    ]),
);

/** True for a scorer that every fan knows. */
export const isFamousScorer = (facts: Facts, player: string): boolean => famous(facts).has(player);

/** The number of players at the back: a goalkeeper and four defenders, who are unlikely scorers. */
const AT_THE_BACK = 5;

/**
 * Players of a finalist who did not score in that final. Those at the front of its line-up come
 * first, then its scorers in the cup's finals within two years. Its top scorers in a league or
 * tournament within four years come last.
 */
export function teamMates(facts: Facts, row: FinalGoals): string[][] {
  const goals = goalsInFinals(facts, row.final).map((one) => ({ ...one, year: finalYear(one) }));
  // Tables may spell one man in two ways, "Puskás" and "Ferenc Puskás".
  const scored = new Set(
    goals
      .filter(({ year }) => year === finalYear(row.final))
      .flatMap(({ player }) => words(player)),
  );
  const known = [...goals.filter((one) => one.team === row.team), ...topScorers(facts, row)];
  const near = (span: number): string[] =>
    known
      .filter(({ year }) => within(span, year, finalYear(row.final)))
      .map(({ player }) => player);
  return [inLineUp(facts, row), near(2), near(4)].map((pool) =>
    pool.filter((player) => !words(player).some((word) => scored.has(word))),
  );
}

/** The name in a cell of a line-up. */
const nameOf = (cell: string): string => cell.replace(/\*.*$/, '');

const words = (player: string): string[] => fold(player).split(' ');

const inLineUp = (facts: Facts, { final, team }: FinalGoals): string[] =>
  facts.line_ups
    .filter(
      ({ of, ...one }) =>
        one.team === team &&
        categoryOf(of) === categoryOf(final.competition) &&
        one.match.includes(finalYear(final)),
    )
    .flatMap(({ players }) => list(players).slice(AT_THE_BACK))
    .map(nameOf);

function topScorers(facts: Facts, { final, team }: FinalGoals): { player: string; year: string }[] {
  if (isClubCup(final))
    return facts.league_top_scorers
      .filter(({ club }) => club === team)
      .map((one) => ({ player: one.player, year: finalYear(one) }));
  return facts.tournament_goalscorers.filter(
    (one) => one.team === team && categoryOf(one.competition) === categoryOf(final.competition),
  );
}
