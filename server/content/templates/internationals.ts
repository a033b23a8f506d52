import { categoryOf, sentence, team, tournamentKey, within } from '../names.ts';
import { nearScores } from '../near.ts';
import type { Level } from '../question.ts';
import type { Facts, Row } from '../tables.ts';
import { template } from '../template.ts';
import { editionName } from './editions-of.ts';

type Match = {
  competition: string;
  year: string;
  date: string;
  stage: string;
  home: string;
  away: string;
  home_goals: string;
  away_goals: string;
};

/** A stage as a sentence goes on: "in the quarter-finals of". */
function at(stage: string): string {
  if (stage === 'third place') return 'in the third-place match of';
  if (stage.endsWith('final')) return `in the ${stage}s of`;
  if (stage.startsWith('round of')) return `in the ${stage} of`;
  return 'at';
}

const pairOf = (row: Match): string =>
  `${row.competition} ${row.year} ${[row.home, row.away].toSorted().join()}`;

function allMatches(facts: Facts): Match[] {
  const world = facts.world_cup_matches.map((row) => ({ ...row, competition: 'FIFA World Cup' }));
  const africa = facts.afcon_matches
    .filter((row) => row.disputed === '0')
    .map((row) => ({ ...row, year: row.edition, competition: 'African Cup of Nations' }));
  return [...world, ...africa];
}

/**
 * Matches of both tournaments but finals and Nigeria's, which have templates of their own. Two
 * teams that met twice at a tournament are left out: the question would have two answers.
 */
function matches(facts: Facts): Match[] {
  const all = allMatches(facts);
  const meetings = Map.groupBy(all, pairOf);
  return all.filter(
    (row) =>
      !/^final$|replay|deciding|round robin/.test(row.stage) &&
      row.home !== 'Nigeria' &&
      row.away !== 'Nigeria' &&
      row.home_goals !== '' &&
      meetings.get(pairOf(row))?.length === 1,
  );
}

export const internationalScores = template<Match>({
  id: 'n9',
  share: 20,
  rows: matches,
  category: (row) => categoryOf(row.competition),
  level: (row): Level => (row.year >= '2006' && !at(row.stage).endsWith('at') ? 'medium' : 'hard'),
  key: (row) => `${tournamentKey(row)} ${row.date} ${row.home}`,
  phrasings: [
    (row) =>
      `What was the score when ${team(row.home)} met ${team(row.away)} ${at(row.stage)} ${editionName(row)}?`,
    (row) =>
      `${sentence(team(row.home))} v ${team(row.away)} ${at(row.stage)} ${editionName(row)}: what was the score?`,
  ],
  answer: (row) => `${row.home_goals}-${row.away_goals}`,
  wrong: (row) => nearScores(Number(row.home_goals), Number(row.away_goals)),
  fact: (row) =>
    `${sentence(team(row.home))} ${row.home_goals}-${row.away_goals} ${team(row.away)} ${at(row.stage)} ${editionName(row)}.`,
});

type Shootout = Row<'shootouts'>;

export const shootoutLosers = template<Shootout>({
  id: 'n11',
  share: 20,
  rows: (facts) => facts.shootouts.filter((row) => row.stage !== 'final'),
  category: (row) => categoryOf(row.competition),
  level: (row): Level => (row.year >= '1998' ? 'medium' : 'hard'),
  key: (row) => `${tournamentKey(row)} ${row.date} ${row.winner}`,
  phrasings: [
    (row) => `Who did ${team(row.winner)} beat on penalties ${at(row.stage)} ${editionName(row)}?`,
    (row) =>
      `${sentence(team(row.winner))} won on penalties ${at(row.stage)} ${editionName(row)}. Against whom?`,
  ],
  answer: (row) => row.loser,
  wrong: (row, facts) => {
    const near = allMatches(facts).filter(
      (one) => one.competition === row.competition && within(4, one.year, row.year),
    );
    const knockout = near.filter((one) => one.year === row.year && one.stage !== 'group');
    return [knockout, near].map((pool) => pool.flatMap((one) => [one.home, one.away]));
  },
  alsoRight: (row) => [row.winner],
  fact: (row) =>
    `${sentence(team(row.winner))} beat ${team(row.loser)} on penalties ${at(row.stage)} ${editionName(row)}.`,
});

type HatTrick = Row<'hat_tricks'>;

export const hatTricks = template<HatTrick>({
  id: 'n7',
  share: 18,
  rows: (facts) =>
    facts.hat_tricks.filter(
      (row) =>
        facts.hat_tricks.filter(
          (one) =>
            one.year === row.year &&
            one.opponent === row.opponent &&
            one.competition === row.competition,
        ).length === 1,
    ),
  category: (row) => categoryOf(row.competition),
  level: (row): Level => (row.year >= '2014' ? 'medium' : 'hard'),
  key: (row) => `${tournamentKey(row)} ${row.year} ${row.player} ${row.opponent}`,
  phrasings: [
    (row) =>
      `Who scored ${tally(row)} for ${team(row.team)} against ${team(row.opponent)} at ${editionName(row)}?`,
    (row) =>
      `Which player scored ${tally(row)} for ${team(row.team)} against ${team(row.opponent)} at ${editionName(row)}?`,
  ],
  answer: (row) => row.player,
  wrong: (row, facts) => {
    const same = facts.tournament_goalscorers.filter(
      (one) => one.competition === row.competition && within(4, one.year, row.year),
    );
    return [
      same.filter((one) => one.team === row.team && one.year === row.year).map((one) => one.player),
      same.filter((one) => one.team === row.team).map((one) => one.player),
      same.filter((one) => Number(one.goals) >= 3).map((one) => one.player),
    ];
  },
  fact: (row) =>
    `${row.player} scored ${row.goals} goals for ${team(row.team)} against ${team(row.opponent)} at ${editionName(row)}.`,
});

const tally = (row: HatTrick): string =>
  ({ '4': 'four goals', '5': 'five goals' })[row.goals] ?? 'a hat-trick';
