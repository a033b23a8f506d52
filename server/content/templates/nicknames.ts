import { team, withoutBrackets } from '../names.ts';
import type { CategoryId, Level } from '../question.ts';
import type { Facts, Row } from '../tables.ts';
import { template } from '../template.ts';

type Nickname = Row<'national_team_nicknames'>;

const categoryOfTeam = (row: Nickname): CategoryId =>
  row.africa === '1' ? 'african-cup-of-nations' : 'fifa-world-cup';

/** African teams every Nigerian fan knows by name; others are harder. */
const KNOWN_IN_AFRICA =
  /Nigeria|Ghana|Cameroon|Ivory|Senegal|Egypt|Morocco|Algeria|Tunisia|South Africa|Zambia|DR Congo|Mali|Burkina|Togo|Kenya|Uganda|Angola/;

const nicknameLevel = (row: Nickname): Level =>
  row.africa === '0' || KNOWN_IN_AFRICA.test(row.team) ? 'easy' : 'medium';

/** The first of two names; "Die Mannschaft" is seldom used by now. */
const nickname = (row: Nickname): string => withoutBrackets(row.nickname).split(' / ')[0] ?? '';

function sameContinent(facts: Facts, row: Nickname): Nickname[] {
  return facts.national_team_nicknames.filter((one) => one.africa === row.africa);
}

export const nicknameTeams = template<Nickname>({
  id: 'n16',
  share: 24,
  rows: (facts) => facts.national_team_nicknames.filter((row) => row.team !== 'Cape Verde'),
  category: categoryOfTeam,
  level: nicknameLevel,
  key: (row) => row.team,
  phrasings: [
    (row) => `Which national team is nicknamed "${nickname(row)}"?`,
    (row) => `"${nickname(row)}" is the nickname of which national team?`,
  ],
  answer: (row) => row.team,
  wrong: (row, facts) => [
    sameContinent(facts, row)
      .filter((one) => nicknameLevel(one) === nicknameLevel(row))
      .map((one) => one.team),
    sameContinent(facts, row).map((one) => one.team),
  ],
  // Mali are "The Eagles", and so are other teams in part of their names.
  alsoRight: (row) => (row.team === 'Mali' ? ['Nigeria', 'Tunisia'] : []),
  fact: (row) => `The national team of ${team(row.team)} is nicknamed ${row.nickname}.`,
});
