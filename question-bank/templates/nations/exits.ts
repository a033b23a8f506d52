import { categoryOf, tournamentKey } from '../../generator/competitions.ts';
import type { Facts } from '../../generator/tables.ts';
import { team } from '../../generator/teams.ts';
import { template } from '../../generator/template.ts';
import { sentence } from '../../generator/wording.ts';
import type { Level } from '../../question.ts';
import { isKnownTeam } from '../shared/famous.ts';
import { editionName } from './editions-of.ts';
import type { Match } from './matches-of.ts';
import {
  AFRICAN_CUP,
  allMatches,
  isGroup,
  isKnockout,
  loserOf,
  matchesAt,
  matchRow,
  matchSubject,
  teamsOf,
} from './matches-of.ts';

type Exit = { competition: string; year: string; team: string; round: string; match: Match };

/** A round as an option: "Quarter-finals". */
function option(stage: string): string {
  if (stage === 'group') return 'Group stage';
  return sentence(stage.endsWith('final') && stage !== 'final' ? `${stage}s` : stage);
}

/** The rounds, the first one first. */
const ROUNDS = ['group', 'round of 32', 'round of 16', 'quarter-final', 'semi-final', 'final'];

/** From when on every edition has had groups, then rounds of which the loser goes out. */
const SINCE: Readonly<Record<string, string>> = { [AFRICAN_CUP]: '1992' };

/** In which round each team went out: by its last match, or with its group. */
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

/** Exits of the great that all spoke of. */
const SHOCKS = new Set([
  ...['wc 2010 Ghana', 'wc 2014 Spain', 'wc 2014 Brazil', 'wc 2018 Germany', 'wc 2022 Germany'],
  ...['wc 2022 Brazil', 'wc 2022 Portugal', 'wc 2022 Spain', 'afcon 2021 Algeria'],
]);

const exitKey = (row: Exit): string => `${tournamentKey(row)} ${row.year} ${row.team}`;

/** Easy for Nigeria, for those that came far of late, and for shocks. */
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
