import { categoryOf, tournamentKey } from '../../generator/competitions.ts';
import { within } from '../../generator/seasons.ts';
import { type Row, rowName } from '../../generator/tables.ts';
import { team } from '../../generator/teams.ts';
import { template } from '../../generator/template.ts';
import { sentence } from '../../generator/wording.ts';
import type { Level } from '../../question.ts';
import { isKnownTeam } from '../shared/famous.ts';
import {
  at,
  editionName,
  isKnockout,
  isNigerian,
  type Match,
  matchesAt,
  matchKey,
  matchRow,
  matchSubject,
  resultOf,
  singleMeetings,
  teamsNear,
  teamsOf,
  whatScore,
  wrongScores,
} from './facts.ts';
import { sideScorers } from './goals.ts';

function scoreLevel(row: Match): Level {
  const known = isKnownTeam(row.home) && isKnownTeam(row.away);
  if (row.stage === 'semi-final' && row.year >= '2014') return 'easy';
  if (row.year >= '2006' && row.stage !== 'group') return 'medium';
  return row.year >= '2018' && known ? 'medium' : 'hard';
}

const matchOf = (row: Match): string => `${team(row.home)} v ${team(row.away)} ${at(row)}`;

/** Matches of both tournaments, without finals and Nigeria's, which have templates of their own. */
export const internationalScores = template<Match>({
  id: 'n9',
  share: 15,
  rows: (facts) =>
    singleMeetings(facts).filter(
      (row) => !/^final$|replay|deciding|round robin/.test(row.stage) && !isNigerian(row),
    ),
  category: (row) => categoryOf(row.competition),
  level: scoreLevel,
  key: matchKey,
  from: matchRow,
  subject: matchSubject,
  when: (row) => row.year,
  phrasings: [
    (row) => whatScore(row, matchOf(row)),
    (row) =>
      row.shootout_winner === ''
        ? `What was the score when ${team(row.home)} met ${team(row.away)} ${at(row)}?`
        : whatScore(row, matchOf(row)),
  ],
  answer: (row) => `${row.home_goals}-${row.away_goals}`,
  wrong: (row) => wrongScores(row, [Number(row.home_goals), Number(row.away_goals)]),
  fact: (row) => sentence(`${resultOf(row)}.`),
});

type Shootout = Row<'shootouts'>;

function shootoutLevel(row: Shootout): Level {
  const known = isKnownTeam(row.winner) && isKnownTeam(row.loser);
  if (row.winner === 'Nigeria' && row.year >= '2000') return 'easy';
  if (known && row.year >= '2010' && row.stage !== 'third place') return 'easy';
  return row.year >= '1994' ? 'medium' : 'hard';
}

export const shootoutLosers = template<Shootout>({
  id: 'n11',
  share: 15,
  rows: (facts) => facts.shootouts.filter((row) => row.stage !== 'final'),
  category: (row) => categoryOf(row.competition),
  level: shootoutLevel,
  key: (row) => `${tournamentKey(row)} ${row.date} ${row.winner}`,
  from: (row) => rowName('shootouts', row),
  subject: (row) => `shootout ${tournamentKey(row)} ${row.date} ${row.winner}`,
  when: (row) => row.year,
  phrasings: [
    (row) => `Who did ${team(row.winner)} beat on penalties ${at(row)}?`,
    (row) => `${sentence(team(row.winner))} won on penalties ${at(row)}. Against whom?`,
  ],
  answer: (row) => row.loser,
  wrong: (row, facts) => {
    const late = matchesAt(facts, row).filter((one) => isKnockout(one));
    const same = late.filter((one) => one.stage === row.stage);
    return [teamsOf(same), teamsOf(late), teamsNear(facts, row)];
  },
  alsoRight: (row) => [row.winner],
  fact: (row) => `${sentence(team(row.winner))} beat ${team(row.loser)} on penalties ${at(row)}.`,
});

type HatTrick = Row<'hat_tricks'>;

/**
 * Scorers of the hat-tricks before 1998 that fans know: hat-tricks of legends, and hat-tricks with
 * a story.
 */
const KNOWN_EARLIER = [
  ...['Leônidas da Silva', 'Ernst Wilimowski', 'Sándor Kocsis', 'Just Fontaine', 'Pelé', 'Eusébio'],
  ...['Geoff Hurst', 'Gerd Müller', 'Karl-Heinz Rummenigge', 'Zbigniew Boniek', 'Paolo Rossi'],
  ...['Gary Lineker', 'Emilio Butragueño', 'Gabriel Batistuta', 'Oleg Salenko'],
  ...['Laurent Pokou', 'Kalusha Bwalya'],
];

export const hatTricks = template<HatTrick>({
  id: 'n7',
  share: 15,
  rows: (facts) =>
    facts.hat_tricks.filter(
      (row) =>
        (row.year >= '1998' || KNOWN_EARLIER.includes(row.player)) &&
        facts.hat_tricks.filter(
          (one) =>
            one.year === row.year &&
            one.opponent === row.opponent &&
            one.competition === row.competition,
        ).length === 1,
    ),
  category: (row) => categoryOf(row.competition),
  level: (row): Level => {
    if (row.year >= '2018') return 'easy';
    return row.year >= '1998' ? 'medium' : 'hard';
  },
  key: (row) => `${tournamentKey(row)} ${row.year} ${row.player} ${row.opponent}`,
  from: (row) => rowName('hat_tricks', row),
  when: (row) => row.year,
  phrasings: [
    (row) =>
      `Who scored ${tally(row)} for ${team(row.team)} against ${team(row.opponent)} at ${editionName(row)}?`,
    (row) =>
      `Which player scored ${tally(row)} for ${team(row.team)} against ${team(row.opponent)} at ${editionName(row)}?`,
  ],
  answer: (row) => row.player,
  // Among players of other teams, a player of this team would be conspicuous.
  wrong: (row, facts) => {
    const ofMany = facts.tournament_goalscorers.filter(
      (one) => one.competition === row.competition && one.team === row.team,
    );
    return [
      ...[0, 4].map((span) =>
        ofMany.filter((one) => within(span, one.year, row.year)).map((one) => one.player),
      ),
      ...sideScorers({ match: row, team: row.team }, facts),
    ];
  },
  fact: (row) =>
    `${row.player} scored ${row.goals} goals for ${team(row.team)} against ${team(row.opponent)} at ${editionName(row)}.`,
});

const tally = (row: HatTrick): string =>
  ({ '4': 'four goals', '5': 'five goals' })[row.goals] ?? 'a hat-trick';
