import { categoryOf, list, sentence, team, tournamentKey, within } from '../names.ts';
import { nearScores } from '../near.ts';
import type { Level } from '../question.ts';
import { pick } from '../seeded.ts';
import type { Facts, Row } from '../tables.ts';
import { template } from '../template.ts';
import { editionName } from './editions-of.ts';
import { andList } from './finals-of.ts';
import { ownGoalsIn, scorersOf } from './goals.ts';

type Match = Row<'nigeria'>;
type Goals = Match & { scorers: string[] };

const keyOf = (row: Match): string => `${tournamentKey(row)} ${row.date}`;
const atHome = (row: Match): boolean => row.home === 'Nigeria';
const opponent = (row: Match): string => (atHome(row) ? row.away : row.home);

function score(row: Match): [number, number] {
  const goals: [number, number] = [Number(row.home_goals), Number(row.away_goals)];
  return atHome(row) ? goals : [goals[1], goals[0]];
}

/** Where the match stood: "in the 1994 World Cup round of 16", "at the 1994 World Cup". */
function at(row: Match): string {
  const knockout = /final|round of|third/.test(row.stage) && !row.stage.includes('group');
  if (!knockout) return `at ${editionName(row)}`;
  return `in the ${row.stage.replace('third place', 'third-place match')} of ${editionName(row)}`;
}

/** Those who scored for a team, under the names fans know them by. */
function names(cell: string): string[] {
  return scorersOf(cell).map((one) => FULL_NAMES[one] ?? one);
}

/** Players whom fans know by another form of their name than the match lists use. */
const FULL_NAMES: Readonly<Record<string, string>> = {
  Yakubu: 'Yakubu Aiyegbeni',
  'Mikel John Obi': 'John Obi Mikel',
};

function nigerianScorers(facts: Facts): Goals[] {
  return facts.nigeria.flatMap((row) => {
    const scorers = names(atHome(row) ? row.home_scorers : row.away_scorers);
    return scorers.length === 0 ? [] : [{ ...row, scorers }];
  });
}

/** Who scored an own goal did score in that match, though not for his team: not a fair option. */
function ownGoals(row: Match): string[] {
  return [...ownGoalsIn(row.home_scorers), ...ownGoalsIn(row.away_scorers)];
}

/** Editions with two matches against the same opponent would make a question ambiguous. */
function metOnce(facts: Facts, row: Match): boolean {
  const same = facts.nigeria.filter(
    (one) =>
      one.competition === row.competition &&
      one.year === row.year &&
      opponent(one) === opponent(row),
  );
  return same.length === 1;
}

export const nigeriaScorers = template<Goals>({
  id: 'n12-scorer',
  share: 20,
  rows: (facts) =>
    nigerianScorers(facts).filter((row) => metOnce(facts, row) && row.stage !== 'final'),
  category: (row) => categoryOf(row.competition),
  level: (row): Level => {
    if (row.year >= '2013') return 'easy';
    return row.year >= '1990' ? 'medium' : 'hard';
  },
  key: keyOf,
  phrasings: [
    (row) => `Who scored for Nigeria against ${team(opponent(row))} ${at(row)}?`,
    (row) => `Which Super Eagles player scored against ${team(opponent(row))} ${at(row)}?`,
  ],
  answer: (row) => pick(row.scorers, `n12 ${keyOf(row)}`),
  wrong: (row, facts) => {
    const others = nigerianScorers(facts);
    const near = (span: number): string[] =>
      others.filter((one) => within(span, one.year, row.year)).flatMap((one) => one.scorers);
    return [near(0), near(4), near(10)];
  },
  alsoRight: (row) => [...row.scorers, ...ownGoals(row)],
  fact: (row) =>
    `${andList(row.scorers)} scored for Nigeria against ${team(opponent(row))} ${at(row)}.`,
});

export const nigeriaScores = template<Match>({
  id: 'n12-score',
  share: 16,
  rows: (facts) => facts.nigeria.filter((row) => metOnce(facts, row) && row.stage !== 'final'),
  category: (row) => categoryOf(row.competition),
  level: (row): Level => (row.year >= '2013' ? 'medium' : 'hard'),
  key: keyOf,
  phrasings: [
    (row) => `Nigeria against ${team(opponent(row))} ${at(row)}: what was the score?`,
    (row) => `What was Nigeria's score against ${team(opponent(row))} ${at(row)}?`,
  ],
  answer: (row) => score(row).join('-'),
  wrong: (row) => nearScores(...score(row)),
  fact: (row) => `Nigeria ${score(row).join('-')} ${team(opponent(row))} ${at(row)}.`,
});

export const nigeriaOpponents = template<Match>({
  id: 'n12-opponent',
  share: 14,
  rows: (facts) =>
    facts.nigeria.filter((row) => /final$|round of|third/.test(row.stage) && row.stage !== 'final'),
  category: (row) => categoryOf(row.competition),
  level: (row): Level => (row.year >= '2013' ? 'easy' : 'medium'),
  key: keyOf,
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

type Year = { competition: string; year: string; all: string[] };

/** Tournaments that Nigeria missed, as the odd one out among those it played in. */
export const nigeriaMissed = template<Year>({
  id: 'n12-missed',
  share: 6,
  rows: (facts) =>
    ['FIFA World Cup', 'African Cup of Nations'].flatMap((competition) => {
      const record = facts.national_team_records.find(
        (one) => one.competition === competition && one.team === 'Nigeria',
      );
      const played = list(record?.years ?? '');
      return facts.tournament_hosts
        .filter(
          (one) =>
            one.competition === competition && one.year > '1993' && !played.includes(one.year),
        )
        .map((one) => ({ competition, year: one.year, all: played }));
    }),
  category: (row) => categoryOf(row.competition),
  level: () => 'medium',
  key: (row) => `${row.competition.startsWith('FIFA') ? 'wc' : 'afcon'} ${row.year}`,
  phrasings: [
    (row) => `Which of these ${name(row)} tournaments did Nigeria not play in?`,
    (row) => `In which of these years was Nigeria missing from the ${name(row)}?`,
  ],
  answer: (row) => row.year,
  wrong: (row) => [row.all.filter((one) => within(12, one, row.year))],
  fact: (row) => `${sentence('Nigeria')} did not play at the ${row.year} ${name(row)}.`,
});

const name = (row: Year): string =>
  row.competition.startsWith('FIFA') ? 'World Cup' : 'African Cup of Nations';
