import { categoryOf } from '../../generator/competitions.ts';
import { endYear, within } from '../../generator/seasons.ts';
import { pick } from '../../generator/seeded.ts';
import type { Facts } from '../../generator/tables.ts';
import { team } from '../../generator/teams.ts';
import { template } from '../../generator/template.ts';
import { andList, sentence } from '../../generator/wording.ts';
import type { Level } from '../../question.ts';
import { hasKnownPlayers } from '../shared/famous.ts';
import { ownGoalsIn } from './goals.ts';
import type { Match } from './matches-of.ts';
import {
  allMatches,
  at,
  isKnockout,
  matchKey,
  matchRow,
  matchSubject,
  resultOf,
  scorersFor,
  singleMeetings,
  winnerOf,
} from './matches-of.ts';
import { isToldOf, roundLevel } from './round-level.ts';
import { isStar } from './stars.ts';

/** One side's goals in a match. */
type Side = { match: Match; team: string; opponent: string; scorers: string[] };

/** Both sides of each match, those without a scorer left out. */
function sidesOf(matches: readonly Match[]): Side[] {
  return matches.flatMap((match) =>
    [match.home, match.away].flatMap((side) => {
      const scorers = scorersFor(match, side);
      const opponent = side === match.home ? match.away : match.home;
      return scorers.length === 0 ? [] : [{ match, team: side, opponent, scorers }];
    }),
  );
}

/** Who scored for the side: at that tournament, and at those around it. */
export function sideScorers(
  row: { match: { competition: string; year: string }; team: string },
  facts: Facts,
): string[][] {
  const own = allMatches(facts).filter(
    (one) =>
      one.competition === row.match.competition && (one.home === row.team || one.away === row.team),
  );
  return [0, 4, 8].map((span) =>
    own
      .filter((one) => within(span, one.year, row.match.year))
      .flatMap((one) => scorersFor(one, row.team)),
  );
}

/** Who scored, and who did so into his own net: neither is drawn as wrong. */
const scoredInMatch = (row: Side): string[] => [
  ...row.scorers,
  ...ownGoalsIn(row.match.home_scorers),
  ...ownGoalsIn(row.match.away_scorers),
];

/** Tells the two sides of a match apart: "in the win over Ghana", "in the defeat by Uruguay". */
function occasion({ match, team: side, opponent }: Side): string {
  if (match.shootout_winner !== '') return `before the shoot-out with ${team(opponent)}`;
  if (winnerOf(match) === '') return `against ${team(opponent)}`;
  return winnerOf(match) === side
    ? `in the win over ${team(opponent)}`
    : `in the defeat by ${team(opponent)}`;
}

/** A step above who won it. */
function levelOfMatch(row: Side): Level {
  const { year, stage } = row.match;
  const late = stage === 'quarter-final' || stage === 'semi-final';
  if (late && year >= '2018' && hasKnownPlayers(row.team)) return 'easy';
  if (roundLevel(row.match, [row.team]) === 'hard') return 'hard';
  return year >= '1998' && hasKnownPlayers(row.team) ? 'medium' : 'hard';
}

const EASIER = { hard: 'medium', medium: 'easy', easy: 'easy' } as const;
const HARDER = { hard: 'hard', medium: 'hard', easy: 'medium' } as const;

const scorerOf = (row: Side): string => pick(row.scorers, `n26 ${matchKey(row.match)} ${row.team}`);

/** A star's goal that won a match is remembered before others, a loser's goal after them. */
function level(row: Side): Level {
  const match = levelOfMatch(row);
  const won = winnerOf(row.match) === row.team;
  if (!isStar(scorerOf(row))) return won ? match : HARDER[match];
  return won && (match === 'hard' || row.match.year >= '2018') ? EASIER[match] : match;
}

/** Hard ones are asked of stars alone: nobody knows the others. */
const isRemembered = (row: Side): boolean => level(row) !== 'hard' || isStar(scorerOf(row));

/** Knockout matches; finals and Nigeria's goals have templates of their own. */
export const matchScorers = template<Side>({
  id: 'n26',
  share: 15,
  rows: (facts) =>
    sidesOf(
      singleMeetings(facts).filter(
        (row) => isKnockout(row) && row.year >= '1970' && isToldOf(facts, row),
      ),
    ).filter((row) => row.team !== 'Nigeria' && row.opponent !== 'Nigeria' && isRemembered(row)),
  category: (row) => categoryOf(row.match.competition),
  level,
  key: (row) => `${matchKey(row.match)} ${row.team}`,
  from: (row) => matchRow(row.match),
  subject: (row) => matchSubject(row.match),
  when: (row) => row.match.year,
  phrasings: [
    (row) => `Who scored for ${team(row.team)} ${occasion(row)} ${at(row.match)}?`,
    (row) => `Which player scored for ${team(row.team)} ${occasion(row)} ${at(row.match)}?`,
  ],
  answer: scorerOf,
  wrong: sideScorers,
  alsoRight: scoredInMatch,
  fact: (row) =>
    sentence(`${resultOf(row.match)}. For ${team(row.team)}: ${andList(row.scorers)}.`),
});

/** Those who scored against Nigeria; a Nigerian among the options would be seen through. */
export const nigeriaConceded = template<Side>({
  id: 'n12-conceded',
  share: 12,
  rows: (facts) =>
    sidesOf(singleMeetings(facts)).filter(
      (row) => row.opponent === 'Nigeria' && row.match.stage !== 'final',
    ),
  category: (row) => categoryOf(row.match.competition),
  level: (row): Level => {
    const year = endYear(row.match.year);
    if (year >= 2013) return hasKnownPlayers(row.team) ? 'easy' : 'medium';
    return year >= 1994 ? 'medium' : 'hard';
  },
  key: (row) => matchKey(row.match),
  from: (row) => matchRow(row.match),
  subject: (row) => matchSubject(row.match),
  when: (row) => row.match.year,
  phrasings: [
    (row) => `Who scored past Nigeria for ${team(row.team)} ${at(row.match)}?`,
    (row) =>
      `Which ${team(row.team).replace(/^the /, '')} player scored against Nigeria ${at(row.match)}?`,
  ],
  answer: (row) => pick(row.scorers, `n12c ${matchKey(row.match)}`),
  wrong: sideScorers,
  alsoRight: scoredInMatch,
  fact: (row) =>
    sentence(`${resultOf(row.match)}. For ${team(row.team)}: ${andList(row.scorers)}.`),
});
