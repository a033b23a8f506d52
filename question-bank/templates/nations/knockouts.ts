import { categoryOf } from '../../generator/competitions.ts';
import type { Facts } from '../../generator/tables.ts';
import { team } from '../../generator/teams.ts';
import { template } from '../../generator/template.ts';
import { sentence } from '../../generator/wording.ts';
import type { Level } from '../../question.ts';
import { isKnownTeam } from '../shared/famous.ts';
import { editionName } from './editions-of.ts';
import type { Match } from './matches-of.ts';
import {
  allMatches,
  at,
  isGroup,
  isKnockout,
  isNigerian,
  loserOf,
  matchesAt,
  matchKey,
  matchRow,
  matchSubject,
  resultOf,
  roundName,
  singleMeetings,
  teamsAt,
  teamsOf,
  winnerOf,
} from './matches-of.ts';
import { isToldOf, roundLevel } from './round-level.ts';

/** Knockout matches with a winner but Nigeria's, which have templates of their own. */
function knockouts(facts: Facts): Match[] {
  return singleMeetings(facts).filter(
    (row) => isKnockout(row) && winnerOf(row) !== '' && !isNigerian(row) && isToldOf(facts, row),
  );
}

/** The teams of the same round first, then those that came as far as a knockout. */
function roundTeams(row: Match, facts: Facts): string[][] {
  const late = matchesAt(facts, row).filter(isKnockout);
  const same = late.filter((one) => one.stage === row.stage);
  return [teamsOf(same), teamsOf(late), teamsAt(facts, row)];
}

const knockoutLevel = (row: Match): Level => roundLevel(row, [row.home, row.away]);

const pens = (row: Match): string => (row.shootout_winner === '' ? '' : ' on penalties');

export const wentOut = template<Match>({
  id: 'n19',
  share: 15,
  rows: knockouts,
  category: (row) => categoryOf(row.competition),
  level: knockoutLevel,
  key: matchKey,
  from: matchRow,
  subject: matchSubject,
  when: (row) => row.year,
  phrasings: [
    (row) =>
      `Who knocked ${team(loserOf(row))} out of ${editionName(row)}${pens(row)} in ${roundName(row.stage)}?`,
    (row) => `Which team beat ${team(loserOf(row))}${pens(row)} ${at(row)}?`,
  ],
  answer: winnerOf,
  wrong: roundTeams,
  alsoRight: (row) => [loserOf(row)],
  fact: (row) => sentence(`${resultOf(row)}.`),
});

/** Shoot-outs are asked about by `shootoutLosers`. */
export const beatenInRounds = template<Match>({
  id: 'n20',
  share: 15,
  rows: (facts) => knockouts(facts).filter((row) => row.shootout_winner === ''),
  category: (row) => categoryOf(row.competition),
  level: knockoutLevel,
  key: matchKey,
  from: matchRow,
  subject: matchSubject,
  when: (row) => row.year,
  phrasings: [
    (row) => `Who did ${team(winnerOf(row))} beat ${at(row)}?`,
    (row) => `Which team lost to ${team(winnerOf(row))} ${at(row)}?`,
  ],
  answer: loserOf,
  wrong: roundTeams,
  alsoRight: (row) => [winnerOf(row)],
  fact: (row) => sentence(`${resultOf(row)}.`),
});

/**
 * Group matches whose loser lost no other, so that one team alone beat it there; from when on no
 * World Cup has had a second group stage.
 */
function onlyDefeats(facts: Facts): Match[] {
  const lost = allMatches(facts).filter(
    (row) => isGroup(row) && loserOf(row) !== '' && row.year >= '1986',
  );
  const named = (row: Match): string => `${row.competition} ${row.year} ${loserOf(row)}`;
  const counts = Map.groupBy(lost, named);
  return lost.filter(
    (row) => counts.get(named(row))?.length === 1 && !isNigerian(row) && isToldOf(facts, row),
  );
}

export const groupDefeats = template<Match>({
  id: 'n28',
  share: 15,
  rows: onlyDefeats,
  category: (row) => categoryOf(row.competition),
  level: (row): Level => {
    const known = isKnownTeam(loserOf(row));
    if (known && row.year >= '2014') return 'easy';
    if (known && row.year >= '2002') return 'medium';
    return row.year >= '2014' ? 'medium' : 'hard';
  },
  key: matchKey,
  from: matchRow,
  subject: matchSubject,
  when: (row) => row.year,
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
  fact: (row) => sentence(`${resultOf(row)}.`),
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
