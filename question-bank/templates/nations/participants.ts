import { list } from '../../generator/cells.ts';
import { categoryOf, tournamentKey } from '../../generator/competitions.ts';
import { within } from '../../generator/seasons.ts';
import { pick } from '../../generator/seeded.ts';
import { type Facts, type Row, rowName } from '../../generator/tables.ts';
import { team } from '../../generator/teams.ts';
import { template } from '../../generator/template.ts';
import { sentence } from '../../generator/wording.ts';
import { AFRICAN_TEAMS, OTHER_TEAMS } from '../shared/famous.ts';
import { AFRICAN_CUP, editionName, WORLD_CUP } from './facts.ts';

type TeamRecord = Row<'national_team_records'>;

/** An edition, the famous teams that took part and those that did not. */
type Field = {
  competition: string;
  year: string;
  teams: string;
  there: TeamRecord[];
  missing: TeamRecord[];
};

const FIELDS = [
  { competition: WORLD_CUP, teams: 'African teams', names: AFRICAN_TEAMS },
  { competition: WORLD_CUP, teams: 'teams', names: OTHER_TEAMS },
  { competition: AFRICAN_CUP, teams: 'teams', names: AFRICAN_TEAMS },
];

/**
 * Editions since 1994 with the famous teams of the time, which are those that took part within
 * twelve years.
 */
function fields(facts: Facts): Field[] {
  return FIELDS.flatMap(({ competition, teams, names }) => {
    const records = facts.national_team_records.filter(
      (row) => row.competition === competition && names.includes(row.team),
    );
    return facts.tournament_hosts
      .filter((row) => row.competition === competition && row.year >= '1994')
      .map(({ year, hosts }) => {
        // Hosts are left out, because they always take part and would not seem to be missing.
        const there = records.filter(
          (row) => list(row.years).includes(year) && !hosts.includes(row.team),
        );
        const missing = records.filter(
          (row) =>
            !list(row.years).includes(year) && list(row.years).some((one) => within(12, one, year)),
        );
        return { competition, year, teams, there, missing };
      });
  });
}

const keyOf = (row: Field): string =>
  `${tournamentKey(row)} ${row.year} ${row.teams === 'teams' ? 'all' : 'africa'}`;

const pickOne = (teams: readonly TeamRecord[], row: Field, seed: string): TeamRecord =>
  pick(teams, `${seed} ${keyOf(row)}`);

const level = (row: Field): 'easy' | 'medium' => (row.year >= '2010' ? 'easy' : 'medium');

export const absentTeams = template<Field>({
  id: 'n22-out',
  share: 10,
  rows: (facts) => fields(facts).filter((row) => row.missing.length > 0),
  category: (row) => categoryOf(row.competition),
  level,
  key: keyOf,
  from: (row) => rowName('national_team_records', pickOne(row.missing, row, 'n22-out')),
  subject: (row) => `field ${keyOf(row)}`,
  when: (row) => row.year,
  phrasings: [
    (row) => `Which of these ${row.teams} did not play at ${editionName(row)}?`,
    (row) => `Which of these ${row.teams} was missing from ${editionName(row)}?`,
  ],
  answer: (row) => pickOne(row.missing, row, 'n22-out').team,
  wrong: (row) => [row.there.map((one) => one.team)],
  alsoRight: (row) => row.missing.map((one) => one.team),
  fact: (row) =>
    `${sentence(team(pickOne(row.missing, row, 'n22-out').team))} did not play at ${editionName(row)}.`,
});

export const presentTeams = template<Field>({
  id: 'n22-in',
  share: 10,
  rows: (facts) => fields(facts).filter((row) => row.there.length > 0),
  category: (row) => categoryOf(row.competition),
  level,
  key: keyOf,
  from: (row) => rowName('national_team_records', pickOne(row.there, row, 'n22-in')),
  subject: (row) => `field ${keyOf(row)}`,
  when: (row) => row.year,
  phrasings: [
    (row) => `Which of these ${row.teams} played at ${editionName(row)}?`,
    (row) => `Which of these ${row.teams} took part in ${editionName(row)}?`,
  ],
  answer: (row) => pickOne(row.there, row, 'n22-in').team,
  wrong: (row) => [row.missing.map((one) => one.team)],
  alsoRight: (row) => row.there.map((one) => one.team),
  fact: (row) =>
    `${sentence(team(pickOne(row.there, row, 'n22-in').team))} played at ${editionName(row)}.`,
});
