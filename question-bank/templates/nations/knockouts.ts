import { categoryOf, tournamentKey } from '../../generator/competitions.ts';
import type { Facts } from '../../generator/tables.ts';
import { team } from '../../generator/teams.ts';
import { type Template, template } from '../../generator/template.ts';
import { sentence } from '../../generator/wording.ts';
import type { Level } from '../../question.ts';
import { isKnownTeam } from '../shared/famous.ts';
import {
  AFRICAN_CUP,
  allMatches,
  at,
  editionName,
  isGroup,
  isKnockout,
  isNigerian,
  isWellKnown,
  loserOf,
  type Match,
  matchesAt,
  matchKey,
  matchRow,
  matchSubject,
  resultOf,
  roundLevel,
  roundName,
  singleMeetings,
  teamsAt,
  teamsOf,
  winnerOf,
} from './facts.ts';

/** Knockout matches with a winner, without Nigeria's, which have templates of their own. */
function knockouts(facts: Facts): Match[] {
  return singleMeetings(facts).filter(
    (row) => isKnockout(row) && winnerOf(row) !== '' && !isNigerian(row) && isWellKnown(facts, row),
  );
}

/**
 * The teams of the same round, then those that reached a knockout round, then all teams of the
 * tournament.
 */
function roundTeams(row: Match, facts: Facts): string[][] {
  const late = matchesAt(facts, row).filter(isKnockout);
  const same = late.filter((one) => one.stage === row.stage);
  return [teamsOf(same), teamsOf(late), teamsAt(facts, row)];
}

const knockoutLevel = (row: Match): Level => roundLevel(row, [row.home, row.away]);

const pens = (row: Match): string => (row.shootout_winner === '' ? '' : ' on penalties');

/** Fields that all questions about a knockout match share. */
const ofKnockout = {
  category: (row) => categoryOf(row.competition),
  key: matchKey,
  from: matchRow,
  subject: matchSubject,
  when: (row) => row.year,
  fact: (row) => sentence(`${resultOf(row)}.`),
} satisfies Partial<Template<Match>>;

export const wentOut = template<Match>({
  id: 'n19',
  share: 15,
  ...ofKnockout,
  rows: knockouts,
  level: knockoutLevel,
  phrasings: [
    (row) =>
      `Who knocked ${team(loserOf(row))} out of ${editionName(row)}${pens(row)} in ${roundName(row.stage)}?`,
    (row) => `Which team beat ${team(loserOf(row))}${pens(row)} ${at(row)}?`,
  ],
  answer: winnerOf,
  wrong: roundTeams,
  alsoRight: (row) => [loserOf(row)],
});

/** Shoot-outs are left out, because `shootoutLosers` asks about them. */
export const beatenInRounds = template<Match>({
  id: 'n20',
  share: 15,
  ...ofKnockout,
  rows: (facts) => knockouts(facts).filter((row) => row.shootout_winner === ''),
  level: knockoutLevel,
  phrasings: [
    (row) => `Who did ${team(winnerOf(row))} beat ${at(row)}?`,
    (row) => `Which team lost to ${team(winnerOf(row))} ${at(row)}?`,
  ],
  answer: loserOf,
  wrong: roundTeams,
  alsoRight: (row) => [winnerOf(row)],
});

/**
 * Matches that were a team's only defeat in the group stage, so that only one answer is right. They
 * begin in 1986, because no World Cup since then has had a second group stage.
 */
function onlyDefeats(facts: Facts): Match[] {
  const lost = allMatches(facts).filter(
    (row) => isGroup(row) && loserOf(row) !== '' && row.year >= '1986',
  );
  const named = (row: Match): string => `${row.competition} ${row.year} ${loserOf(row)}`;
  const counts = Map.groupBy(lost, named);
  return lost.filter(
    (row) => counts.get(named(row))?.length === 1 && !isNigerian(row) && isWellKnown(facts, row),
  );
}

export const groupDefeats = template<Match>({
  id: 'n28',
  share: 15,
  ...ofKnockout,
  rows: onlyDefeats,
  level: (row): Level => {
    const known = isKnownTeam(loserOf(row));
    if (known && row.year >= '2014') return 'easy';
    if (known && row.year >= '2002') return 'medium';
    return row.year >= '2014' ? 'medium' : 'hard';
  },
  phrasings: [
    (row) => `Which team beat ${team(loserOf(row))} in the group stage of ${editionName(row)}?`,
    (row) => `To which team did ${team(loserOf(row))} lose a group match at ${editionName(row)}?`,
  ],
  answer: winnerOf,
  wrong: (row, facts) => {
    const group = groupOf(facts, row);
    return [group, teamsAt(facts, row)];
  },
  alsoRight: (row) => [loserOf(row)],
});

/** The teams that the loser met in its group. */
function groupOf(facts: Facts, row: Match): string[] {
  const loser = loserOf(row);
  return teamsOf(
    matchesAt(facts, row).filter(
      (one) => isGroup(one) && (one.home === loser || one.away === loser),
    ),
  );
}

type Exit = { competition: string; year: string; team: string; round: string; match: Match };

/** A round as an option: "Quarter-finals". */
function option(stage: string): string {
  if (stage === 'group') return 'Group stage';
  return sentence(stage.endsWith('final') && stage !== 'final' ? `${stage}s` : stage);
}

/** The rounds, the earliest first. */
const ROUNDS = ['group', 'round of 32', 'round of 16', 'quarter-final', 'semi-final', 'final'];

/**
 * The first year from which every edition of a tournament has had groups and then knockout rounds.
 */
const SINCE: Readonly<Record<string, string>> = { [AFRICAN_CUP]: '1992' };

/**
 * The round in which each team went out: the round of the knockout match that it lost, or the group
 * stage.
 */
function exits(facts: Facts): Exit[] {
  const recent = allMatches(facts).filter((row) => row.year >= (SINCE[row.competition] ?? '1986'));
  const tournaments = Map.groupBy(recent, (row) => `${row.competition} ${row.year}`);
  return [...tournaments.values()].flatMap((matches) =>
    teamsOf(matches).flatMap((name) => exitOf(matches, name) ?? []),
  );
}

function exitOf(matches: readonly Match[], name: string): Exit | undefined {
  const own = matches.filter((row) => row.home === name || row.away === name);
  const lost = own.find(
    (row) => (isKnockout(row) || row.stage === 'final') && loserOf(row) === name,
  );
  const match = lost ?? (own.every(isGroup) ? own.at(-1) : undefined);
  if (match === undefined) return undefined;
  const { competition, year, stage } = match;
  return { competition, year, team: name, round: option(stage), match };
}

/** Early exits of great teams that everybody talked about. */
const SHOCKS = new Set([
  ...['wc 2010 Ghana', 'wc 2014 Spain', 'wc 2014 Brazil', 'wc 2018 Germany', 'wc 2022 Germany'],
  ...['wc 2022 Brazil', 'wc 2022 Portugal', 'wc 2022 Spain', 'afcon 2021 Algeria'],
]);

const exitKey = (row: Exit): string => `${tournamentKey(row)} ${row.year} ${row.team}`;

/** Easy for Nigeria, for recent late exits, and for shocks. */
function level(row: Exit): Level {
  const known = isKnownTeam(row.team);
  const cameFar = /final$/.test(row.match.stage) && row.match.stage !== 'quarter-final';
  if (row.team === 'Nigeria' && row.year >= '2008') return 'easy';
  if ((known && cameFar && row.year >= '2018') || SHOCKS.has(exitKey(row))) return 'easy';
  if (known && row.year >= '1994') return 'medium';
  return row.year >= '2018' ? 'medium' : 'hard';
}

export const exitRounds = template<Exit>({
  id: 'n21',
  share: 15,
  rows: exits,
  category: (row) => categoryOf(row.competition),
  level,
  key: exitKey,
  from: (row) => matchRow(row.match),
  subject: (row) => matchSubject(row.match),
  when: (row) => row.year,
  phrasings: [
    (row) => `How far did ${team(row.team)} get at ${editionName(row)}?`,
    (row) => `${sentence(editionName(row))}: how far did ${team(row.team)} get?`,
  ],
  answer: (row) => row.round,
  wrong: (row, facts) => {
    const stages = new Set(['final', ...matchesAt(facts, row).map((one) => one.stage)]);
    const rounds = ROUNDS.filter((one) => stages.has(one));
    const reached = rounds.indexOf(row.match.stage);
    const away = (one: string): number => Math.abs(rounds.indexOf(one) - reached);
    return rounds.toSorted((a, b) => away(a) - away(b)).map((one) => [option(one)]);
  },
  fact: (row) =>
    row.round === 'Final'
      ? `${sentence(team(row.team))} lost in the final of ${editionName(row)}.`
      : `${sentence(team(row.team))} went out of ${editionName(row)} in the ${row.round.toLowerCase()}.`,
});
