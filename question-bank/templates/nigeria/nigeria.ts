import { list } from '../../generator/cells.ts';
import { categoryOf, tournamentKey } from '../../generator/competitions.ts';
import { nearNumbers } from '../../generator/near.ts';
import { levelByYear, within } from '../../generator/seasons.ts';
import { pick } from '../../generator/seeded.ts';
import { type Facts, type Row, rowName } from '../../generator/tables.ts';
import { team } from '../../generator/teams.ts';
import { template } from '../../generator/template.ts';
import { andList } from '../../generator/wording.ts';
import type { Level } from '../../question.ts';
import {
  AFRICAN_CUP,
  at,
  type Edition,
  editionName,
  editionRow,
  ownGoalsIn,
  scorersOf,
  tournamentName,
  WORLD_CUP,
  whatScore,
  wrongScores,
} from '../nations/facts.ts';

/** A match of Nigeria at the World Cup or the African Cup of Nations. */
export type NigeriaMatch = Row<'nigeria'>;
type NigeriaGoals = NigeriaMatch & { scorers: string[] };

export const nigeriaKey = (row: NigeriaMatch): string => `${tournamentKey(row)} ${row.date}`;
export const nigeriaRow = (row: NigeriaMatch): string => rowName('nigeria', row);

/** The subject that the questions about one match share, also those of other templates. */
export const nigeriaSubject = (row: NigeriaMatch): string => `match ${nigeriaKey(row)} ${row.home}`;

const atHome = (row: NigeriaMatch): boolean => row.home === 'Nigeria';
export const opponent = (row: NigeriaMatch): string => (atHome(row) ? row.away : row.home);

/** The score, Nigeria's goals first. */
export function score(row: NigeriaMatch): [number, number] {
  const goals: [number, number] = [Number(row.home_goals), Number(row.away_goals)];
  return atHome(row) ? goals : [goals[1], goals[0]];
}

export const isGroupMatch = (row: NigeriaMatch): boolean => row.stage.includes('group');

/** The matches in which Nigeria scored, with the scorers. */
function nigerianScorers(facts: Facts): NigeriaGoals[] {
  return facts.nigeria.flatMap((row) => {
    const scorers = scorersOf(atHome(row) ? row.home_scorers : row.away_scorers);
    return scorers.length === 0 ? [] : [{ ...row, scorers }];
  });
}

/**
 * The scorers of own goals. They are not fair options, because they did score in the match, though
 * not for their team.
 */
function ownGoals(row: NigeriaMatch): string[] {
  return [...ownGoalsIn(row.home_scorers), ...ownGoalsIn(row.away_scorers)];
}

/**
 * True if Nigeria met the opponent once at the edition. Two matches would make a question
 * ambiguous.
 */
function metOnce(facts: Facts, row: NigeriaMatch): boolean {
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
function yearsPlayed(facts: Facts, competition: string): string[] {
  const record = facts.national_team_records.find(
    (one) => one.competition === competition && one.team === 'Nigeria',
  );
  return list(record?.years ?? '');
}

export const nigeriaScorers = template<NigeriaGoals>({
  id: 'n12-scorer',
  share: 15,
  rows: (facts) =>
    nigerianScorers(facts).filter((row) => metOnce(facts, row) && row.stage !== 'final'),
  category: (row) => categoryOf(row.competition),
  level: (row) => levelByYear(row.year, 2010, 1988),
  key: nigeriaKey,
  from: nigeriaRow,
  subject: nigeriaSubject,
  when: (row) => row.year,
  phrasings: [
    (row) => `Who scored for Nigeria against ${team(opponent(row))} ${at(row)}?`,
    (row) => `Which Super Eagles player scored against ${team(opponent(row))} ${at(row)}?`,
  ],
  answer: (row) => pick(row.scorers, `n12 ${nigeriaKey(row)}`),
  wrong: (row, facts) => {
    const others = nigerianScorers(facts);
    const near = (span: number): string[] =>
      others.filter((one) => within(span, one.year, row.year)).flatMap((one) => one.scorers);
    return [near(0), near(4), near(8)];
  },
  alsoRight: (row) => [...row.scorers, ...ownGoals(row)],
  fact: (row) =>
    `${andList(row.scorers)} scored for Nigeria against ${team(opponent(row))} ${at(row)}.`,
});

const matchOf = (row: NigeriaMatch): string => `Nigeria v ${team(opponent(row))} ${at(row)}`;

export const nigeriaScores = template<NigeriaMatch>({
  id: 'n12-score',
  share: 15,
  rows: (facts) => facts.nigeria.filter((row) => metOnce(facts, row) && row.stage !== 'final'),
  category: (row) => categoryOf(row.competition),
  level: (row): Level => {
    if (!isGroupMatch(row) && row.year >= '2013') return 'easy';
    return row.year >= '2010' || row.competition === WORLD_CUP ? 'medium' : 'hard';
  },
  key: nigeriaKey,
  from: nigeriaRow,
  subject: nigeriaSubject,
  when: (row) => row.year,
  phrasings: [
    (row) => whatScore(row, matchOf(row)),
    (row) =>
      row.shootout_winner === ''
        ? `What was Nigeria's score against ${team(opponent(row))} ${at(row)}?`
        : whatScore(row, matchOf(row)),
  ],
  answer: (row) => score(row).join('-'),
  wrong: (row) => wrongScores(row, score(row)),
  fact: (row) => `Nigeria ${score(row).join('-')} ${team(opponent(row))} ${at(row)}.`,
});

/** Shoot-outs that Nigeria won are left out, because `shootoutLosers` asks about them. */
export const nigeriaOpponents = template<NigeriaMatch>({
  id: 'n12-opponent',
  share: 14,
  rows: (facts) =>
    facts.nigeria.filter(
      (row) =>
        /final$|round of|third/.test(row.stage) &&
        row.stage !== 'final' &&
        row.shootout_winner !== 'Nigeria',
    ),
  category: (row) => categoryOf(row.competition),
  level: (row) => levelByYear(row.year, 2010, 1900),
  key: nigeriaKey,
  from: nigeriaRow,
  subject: nigeriaSubject,
  when: (row) => row.year,
  phrasings: [
    (row) => `Who did Nigeria face ${at(row)}?`,
    (row) => `Which team were Nigeria's opponents ${at(row)}?`,
  ],
  answer: opponent,
  wrong: (row, facts) => {
    const near = (span: number): string[] =>
      facts.nigeria
        .filter((one) => one.competition === row.competition && within(span, one.year, row.year))
        .map(opponent);
    return [near(0), near(4), near(12), near(40)];
  },
  fact: (row) => {
    const shootout = row.shootout_winner === '' ? '' : `; ${row.shootout_winner} won on penalties`;
    return `Nigeria ${score(row).join('-')} ${team(opponent(row))} ${at(row)}${shootout}.`;
  },
});

/** Periods in which Nigeria missed some tournaments and played at three or more. */
const TIMES = [
  { competition: WORLD_CUP, cups: 'World Cups of this century', first: '2001', last: '2026' },
  { competition: AFRICAN_CUP, cups: 'Africa Cups of the 1990s', first: '1990', last: '1999' },
  { competition: AFRICAN_CUP, cups: 'Africa Cups of the 2010s', first: '2010', last: '2019' },
];

type Missed = { cups: string; edition: Edition; missed: string[]; played: string[] };

/**
 * One tournament of each period, because a second tournament would be asked about in the same
 * words.
 */
function missedCups(facts: Facts): Missed[] {
  return TIMES.flatMap(({ competition, cups, first, last }) => {
    const isOfThen = (year: string): boolean => year >= first && year <= last;
    const played = yearsPlayed(facts, competition).filter(isOfThen);
    const others = facts.tournament_hosts.filter(
      (row) => row.competition === competition && isOfThen(row.year) && !played.includes(row.year),
    );
    return others.length === 0
      ? []
      : [{ cups, edition: pick(others, cups), missed: others.map(({ year }) => year), played }];
  });
}

/** Asks for the tournament that Nigeria missed among tournaments at which it played. */
export const nigeriaMissed = template<Missed>({
  id: 'n12-missed',
  share: 6,
  rows: missedCups,
  category: ({ edition }) => categoryOf(edition.competition),
  level: ({ edition }): Level => (edition.year >= '2006' ? 'easy' : 'medium'),
  key: ({ cups }) => cups,
  from: ({ edition }) => editionRow(edition),
  phrasings: [
    ({ cups }) => `Which of these ${cups} did Nigeria not play in?`,
    ({ cups }) => `Nigeria was missing from which of these ${cups}?`,
  ],
  answer: ({ edition }) => edition.year,
  wrong: ({ played }) => [played],
  fact: ({ cups, missed }) =>
    `Nigeria missed the ${cups.replace(/ of .*/, '')} of ${andList(missed)}.`,
});

/** Nigeria's goals at a whole tournament, without shoot-outs. */
const goalsOf = (facts: Facts, row: NigeriaMatch): number =>
  matchesOf(facts, row).reduce((sum, one) => sum + score(one)[0], 0);

type Total = NigeriaMatch & { total: number };

export const nigeriaGoals = template<Total>({
  id: 'n12-goals',
  share: 8,
  rows: (facts) =>
    facts.nigeria
      .filter((row) => matchesOf(facts, row)[0]?.date === row.date)
      .map((row) => ({ ...row, total: goalsOf(facts, row) })),
  category: (row) => categoryOf(row.competition),
  level: (row): Level => (row.year >= '2010' ? 'medium' : 'hard'),
  key: (row) => `${tournamentKey(row)} ${row.year}`,
  from: nigeriaRow,
  when: (row) => row.year,
  phrasings: [
    (row) => `How many goals did Nigeria score at ${editionName(row)}?`,
    (row) => `How many goals did Nigeria score in all their matches at ${editionName(row)}?`,
  ],
  answer: (row) => String(row.total),
  wrong: (row) => [nearNumbers(row.total, 2, `n12-goals ${nigeriaKey(row)}`, 0)],
  fact: (row) =>
    `Nigeria scored ${row.total} ${row.total === 1 ? 'goal' : 'goals'} at ${editionName(row)}.`,
});

type Scorer = { competition: string; player: string; years: string[]; last: NigeriaMatch };

/** Each Nigerian who scored at the tournament, with the editions in which he did. */
function scorersWithYears(facts: Facts): Scorer[] {
  const goals = nigerianScorers(facts).flatMap((row) =>
    row.scorers.map((player) => ({ player, row })),
  );
  const players = Map.groupBy(goals, ({ player, row }) => `${row.competition} ${player}`);
  return [...players.values()].flatMap((own) => {
    const last = own.at(-1);
    if (last === undefined) return [];
    const years = [...new Set(own.map(({ row }) => row.year))];
    return [{ competition: last.row.competition, player: last.player, years, last: last.row }];
  });
}

export const nigerianScorersYears = template<Scorer>({
  id: 'n12-when',
  share: 15,
  rows: scorersWithYears,
  category: (row) => categoryOf(row.competition),
  level: (row) => levelByYear(row.last.year, 2010, 1990),
  key: (row) => `${tournamentKey(row)} ${row.player}`,
  from: (row) => nigeriaRow(row.last),
  subject: (row) => nigeriaSubject(row.last),
  phrasings: [
    (row) =>
      `At which of these editions of ${tournamentName(row)} did ${row.player} score for Nigeria?`,
    (row) =>
      `${row.player} scored for Nigeria at which of these editions of ${tournamentName(row)}?`,
  ],
  answer: (row) => row.last.year,
  wrong: (row, facts) => {
    const played = yearsPlayed(facts, row.competition);
    return [8, 12, 16, 24].map((span) => played.filter((one) => within(span, one, row.last.year)));
  },
  alsoRight: (row) => row.years,
  fact: (row) =>
    `${row.player} scored for Nigeria at ${tournamentName(row)} of ${andList(row.years)}.`,
});

/** Asks about two or three group matches. 1976 is left out, because it had two group stages. */
export const nigeriaWins = template<Total>({
  id: 'n12-wins',
  share: 8,
  rows: (facts) =>
    facts.nigeria
      .filter((row) => matchesOf(facts, row)[0]?.date === row.date && row.year !== '1976')
      .map((row) => ({ ...row, total: groupWins(facts, row) })),
  category: (row) => categoryOf(row.competition),
  level: (row): Level => (row.year >= '2010' ? 'medium' : 'hard'),
  key: (row) => `${tournamentKey(row)} ${row.year}`,
  from: nigeriaRow,
  when: (row) => row.year,
  phrasings: [
    (row) => `How many group matches did Nigeria win at ${editionName(row)}?`,
    (row) => `How many of their group matches did Nigeria win at ${editionName(row)}?`,
  ],
  answer: (row) => String(row.total),
  wrong: () => [['0', '1', '2', '3']],
  fact: (row) =>
    `Nigeria won ${row.total === 0 ? 'none' : row.total} of their group matches at ${editionName(row)}.`,
});

function groupWins(facts: Facts, row: NigeriaMatch): number {
  return matchesOf(facts, row).filter((one) => isGroupMatch(one) && score(one)[0] > score(one)[1])
    .length;
}
