import { withoutBrackets } from '../../generator/cells.ts';
import { type Facts, type Row, rowName } from '../../generator/tables.ts';
import { team } from '../../generator/teams.ts';
import { template } from '../../generator/template.ts';
import type { CategoryId, Level } from '../../question.ts';
import { AFRICAN_TEAMS, isKnownTeam } from '../shared/famous.ts';

type Nickname = Row<'national_team_nicknames'>;

const categoryOfTeam = (row: Nickname): CategoryId =>
  row.africa === '1' ? 'african-cup-of-nations' : 'fifa-world-cup';

/** Teams whose nickname fans know, though perhaps not their players. */
const KNOWN_BY_NICKNAME = new Set([
  ...AFRICAN_TEAMS,
  ...['Togo', 'Kenya', 'Uganda', 'Angola', 'Mexico', 'Japan', 'Australia'],
]);

const nicknameLevel = (row: Nickname): Level =>
  isKnownTeam(row.team) || KNOWN_BY_NICKNAME.has(row.team) ? 'easy' : 'medium';

/** The first of a team's two nicknames. "Die Mannschaft", a second one, is seldom used any more. */
const nickname = (row: Nickname): string => withoutBrackets(row.nickname).split(' / ')[0] ?? '';

/**
 * The teams with their nicknames. Cape Verde is left out, because fans use another nickname than
 * the table.
 */
function nicknames(facts: Facts): Nickname[] {
  return facts.national_team_nicknames.filter((row) => row.team !== 'Cape Verde');
}

function sameContinent(facts: Facts, row: Nickname): Nickname[] {
  return facts.national_team_nicknames.filter((one) => one.africa === row.africa);
}

/** Teams of the same continent. Teams with equally well known nicknames come first. */
function peers(facts: Facts, row: Nickname): Nickname[][] {
  const all = sameContinent(facts, row);
  return [all.filter((one) => nicknameLevel(one) === nicknameLevel(row)), all];
}

/** Teams whose nicknames mean the same: Mali are "The Eagles", Nigeria the "Super Eagles". */
const ALIKE: readonly (readonly string[])[] = [
  ['Mali', 'Nigeria', 'Tunisia'],
  ['Zimbabwe', 'Namibia'],
  ['Brazil', 'Portugal'],
];

const alike = (row: Nickname): string[] =>
  ALIKE.flatMap((teams) => (teams.includes(row.team) ? teams : [])).filter(
    (one) => one !== row.team,
  );

const nicknameRow = (row: Nickname): string => rowName('national_team_nicknames', row);
const fact = (row: Nickname): string =>
  `The national team of ${team(row.team)} is nicknamed ${row.nickname}.`;

export const nicknameTeams = template<Nickname>({
  id: 'n16',
  share: 15,
  rows: nicknames,
  category: categoryOfTeam,
  level: nicknameLevel,
  key: (row) => row.team,
  from: nicknameRow,
  subject: (row) => `nickname ${row.team}`,
  phrasings: [
    (row) => `Which national team is nicknamed "${nickname(row)}"?`,
    (row) => `"${nickname(row)}" is the nickname of which national team?`,
  ],
  answer: (row) => row.team,
  wrong: (row, facts) => peers(facts, row).map((pool) => pool.map((one) => one.team)),
  alsoRight: (row) => alike(row),
  fact,
});

export const teamNicknames = template<Nickname>({
  id: 'n16-name',
  share: 15,
  rows: nicknames,
  category: categoryOfTeam,
  level: nicknameLevel,
  key: (row) => row.team,
  from: nicknameRow,
  subject: (row) => `nickname ${row.team}`,
  phrasings: [
    (row) => `What is the nickname of the national team of ${team(row.team)}?`,
    (row) => `By which nickname is the national team of ${team(row.team)} known?`,
  ],
  answer: nickname,
  wrong: (row, facts) => peers(facts, row).map((pool) => pool.map(nickname)),
  alsoRight: (row, facts) =>
    nicknames(facts)
      .filter((one) => alike(row).includes(one.team))
      .map(nickname),
  fact,
});
