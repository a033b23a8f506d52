import { categoryOf, tournamentKey } from '../../generator/competitions.ts';
import { nearNumbers } from '../../generator/near.ts';
import { oncePerFacts } from '../../generator/once-per-facts.ts';
import { endYear, within } from '../../generator/seasons.ts';
import { pick } from '../../generator/seeded.ts';
import { type Facts, type Row, rowName } from '../../generator/tables.ts';
import { team } from '../../generator/teams.ts';
import { template } from '../../generator/template.ts';
import { andList, sentence } from '../../generator/wording.ts';
import type { Level } from '../../question.ts';
import { hasKnownPlayers } from '../shared/famous.ts';
import {
  allMatches,
  at,
  editionKey,
  editionName,
  isKnockout,
  isStar,
  isWellKnown,
  type Match,
  matchesAt,
  matchKey,
  matchRow,
  matchSubject,
  ownGoalsIn,
  playerName,
  resultOf,
  roundLevel,
  scorersFor,
  singleMeetings,
  winnerOf,
} from './facts.ts';
import { isClaimant } from './teams.ts';

/** A scorer with his row, and his name as fans know it. */
type Scorer = Row<'tournament_goalscorers'> & { name: string };

/** Editions whose goals the sources credit to different players. */
const DOUBTFUL = new Set(['wc 1930', 'wc 1934', 'wc 1938', 'wc 1950', 'afcon 2004']);

/** A goal of the disputed final of 2025 may or may not count, so its two teams are left out. */
const inDispute = (row: Row<'tournament_goalscorers'>): boolean =>
  isClaimant(row) && row.year === '2025';

const scorers = oncePerFacts((facts): readonly Scorer[] =>
  facts.tournament_goalscorers
    .filter((row) => !DOUBTFUL.has(`${tournamentKey(row)} ${row.year}`) && !inDispute(row))
    .map((row) => ({ ...row, name: playerName(row.player) })),
);

const keyOf = (row: Scorer): string => `${tournamentKey(row)} ${row.year} ${row.name}`;
const scorerRow = (row: Scorer): string => rowName('tournament_goalscorers', row);

/** The subject of a question that gives away the top scorer of a tournament or of a team. */
function subject(row: Scorer): string {
  if (row.outright === '1') return `top scorer ${editionKey(row)}`;
  return `goals ${tournamentKey(row)} ${row.year} ${row.team}`;
}

const fact = (row: Scorer): string =>
  `${row.name} scored ${row.goals} goals for ${team(row.team)} at ${editionName(row)}.`;

/** Outright top scorers are left out, because `topGoals` asks about them. */
export const goalsAtTournaments = template<Scorer>({
  id: 'n23',
  share: 15,
  rows: (facts) =>
    scorers(facts).filter(
      (row) => row.outright !== '1' && Number(row.goals) >= (row.team === 'Nigeria' ? 2 : 3),
    ),
  category: (row) => categoryOf(row.competition),
  level: (row): Level => {
    if (row.team === 'Nigeria') return row.year >= '2010' ? 'easy' : 'medium';
    if (Number(row.goals) >= 4 && row.year >= '2014') return 'easy';
    if (row.year >= '2010') return 'medium';
    return row.year >= '1998' && Number(row.goals) >= 4 ? 'medium' : 'hard';
  },
  key: keyOf,
  from: scorerRow,
  subject,
  when: (row) => row.year,
  phrasings: [
    (row) => `How many goals did ${row.name} score at ${editionName(row)}?`,
    (row) => `How many times did ${row.name} score for ${team(row.team)} at ${editionName(row)}?`,
  ],
  answer: (row) => row.goals,
  wrong: (row) => [nearNumbers(Number(row.goals), 1, `n23 ${keyOf(row)}`, 1)],
  fact,
});

/**
 * The top scorer of each team at a tournament, if nobody shares the lead. The outright top scorer
 * of the whole tournament is left out, because `tournamentTopScorers` asks for him.
 */
function teamLeaders(facts: Facts): Scorer[] {
  const teams = Map.groupBy(scorers(facts), (row) => `${editionKey(row)} ${row.team}`);
  return [...teams.values()].flatMap((own) => {
    const most = Math.max(...own.map((row) => Number(row.goals)));
    const leaders = own.filter((row) => Number(row.goals) === most);
    return leaders.length === 1
      ? leaders.filter((row) => row.outright !== '1' && row.year >= '1980')
      : [];
  });
}

export const teamTopScorers = template<Scorer>({
  id: 'n25',
  share: 15,
  rows: teamLeaders,
  category: (row) => categoryOf(row.competition),
  level: (row): Level => {
    const known = hasKnownPlayers(row.team);
    if (row.team === 'Nigeria' && row.year >= '2010') return 'easy';
    if (known && row.year >= '2014' && Number(row.goals) >= 3) return 'easy';
    if (known && row.year >= '1994') return 'medium';
    return row.year >= '2014' ? 'medium' : 'hard';
  },
  key: keyOf,
  from: scorerRow,
  subject,
  when: (row) => row.year,
  phrasings: [
    (row) => `Who scored the most goals for ${team(row.team)} at ${editionName(row)}?`,
    (row) => `Which player was the top scorer for ${team(row.team)} at ${editionName(row)}?`,
  ],
  answer: (row) => row.name,
  wrong: (row, facts) => {
    const teamMates = scorers(facts).filter(
      (one) =>
        one.competition === row.competition &&
        one.team === row.team &&
        within(4, one.year, row.year),
    );
    const own = matchesAt(facts, row)
      .filter((one) => one.home === row.team || one.away === row.team)
      .flatMap((one) => scorersFor(one, row.team));
    return [own, teamMates.map((one) => one.name)];
  },
  fact,
});

/**
 * Asks for the country of scorers at recent tournaments. `scorersCountries` asks about the greatest
 * scorers.
 */
export const scorersTeams = template<Scorer>({
  id: 'n24',
  share: 12,
  rows: (facts) =>
    scorers(facts).filter(
      (row) =>
        row.year >= '1990' &&
        !facts.all_time_scorers.some(
          (one) => one.competition === row.competition && playerName(one.player) === row.name,
        ),
    ),
  category: (row) => categoryOf(row.competition),
  level: (row): Level => {
    const known = hasKnownPlayers(row.team);
    if (row.team === 'Nigeria' || (known && row.year >= '2014')) return 'easy';
    return row.year >= '2006' || (known && row.year >= '1998') ? 'medium' : 'hard';
  },
  key: keyOf,
  from: scorerRow,
  subject: (row) => `goals ${tournamentKey(row)} ${row.year} ${row.team}`,
  when: (row) => row.year,
  phrasings: [
    (row) => `For which country did ${row.name} score ${row.goals} goals at ${editionName(row)}?`,
    (row) => `${row.name} scored ${row.goals} goals at ${editionName(row)}. For which country?`,
  ],
  answer: (row) => row.team,
  wrong: (row, facts) => {
    const others = scorers(facts).filter((one) => editionKey(one) === editionKey(row));
    return [others.map((one) => one.team)];
  },
  fact,
});

/** One side's goals in a match. */
type Side = { match: Match; team: string; opponent: string; scorers: string[] };

/** The sides that scored in the matches. */
function sidesOf(matches: readonly Match[]): Side[] {
  return matches.flatMap((match) =>
    [match.home, match.away].flatMap((side) => {
      const scorers = scorersFor(match, side);
      const opponent = side === match.home ? match.away : match.home;
      return scorers.length === 0 ? [] : [{ match, team: side, opponent, scorers }];
    }),
  );
}

/** The players who scored for the side: first at that tournament, then at tournaments around it. */
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

/** All scorers in the match, also of own goals. None of them is drawn as a wrong option. */
const scoredInMatch = (row: Side): string[] => [
  ...row.scorers,
  ...ownGoalsIn(row.match.home_scorers),
  ...ownGoalsIn(row.match.away_scorers),
];

/** Identifies the side of a match: "in the win over Ghana", "in the defeat by Uruguay". */
function occasion({ match, team: side, opponent }: Side): string {
  if (match.shootout_winner !== '') return `before the shoot-out with ${team(opponent)}`;
  if (winnerOf(match) === '') return `against ${team(opponent)}`;
  return winnerOf(match) === side
    ? `in the win over ${team(opponent)}`
    : `in the defeat by ${team(opponent)}`;
}

/** The level of a goal in the match, one level harder than a question for the winner. */
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

/**
 * The level of a goal. A star's goal for the winners is remembered better than other goals. A goal
 * for the losers is remembered worse.
 */
function level(row: Side): Level {
  const match = levelOfMatch(row);
  const won = winnerOf(row.match) === row.team;
  if (!isStar(scorerOf(row))) return won ? match : HARDER[match];
  return won && (match === 'hard' || row.match.year >= '2018') ? EASIER[match] : match;
}

/** Hard questions ask only about stars, because nobody knows the other scorers. */
const isRemembered = (row: Side): boolean => level(row) !== 'hard' || isStar(scorerOf(row));

/** Knockout matches, without finals and Nigeria's goals, which have templates of their own. */
export const matchScorers = template<Side>({
  id: 'n26',
  share: 15,
  rows: (facts) =>
    sidesOf(
      singleMeetings(facts).filter(
        (row) => isKnockout(row) && row.year >= '1970' && isWellKnown(facts, row),
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

/** Asks for scorers against Nigeria. No option is a Nigerian, because fans would rule him out. */
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
