import { list } from '../../generator/cells.ts';
import { categoryOf, tournamentKey } from '../../generator/competitions.ts';
import { nearNumbers } from '../../generator/near.ts';
import { levelByYear, within } from '../../generator/seasons.ts';
import { type Facts, type Row, rowName } from '../../generator/tables.ts';
import { team } from '../../generator/teams.ts';
import { template } from '../../generator/template.ts';
import { andList, sentence } from '../../generator/wording.ts';
import type { Level } from '../../question.ts';
import { isKnownTeam } from '../shared/famous.ts';
import { AFRICAN_CUP, tournamentName, WORLD_CUP } from './facts.ts';

type TeamRecord = Row<'national_team_records'>;

/**
 * True for the two claimants of the 2025 African Cup of Nations. They are left out, because that
 * title is undecided.
 */
export const isClaimant = (row: { competition: string; team: string }): boolean =>
  row.competition === AFRICAN_CUP && ['Senegal', 'Morocco'].includes(row.team);

const SPLIT_TEAMS = /Germany|Russia|Serbia|Yugoslavia|Czech/;

function records(facts: Facts): TeamRecord[] {
  return facts.national_team_records.filter((row) => !isClaimant(row));
}

const recordKey = (row: TeamRecord): string => `${tournamentKey(row)} ${row.team}`;
const recordRow = (row: TeamRecord): string => rowName('national_team_records', row);

const upTo = (row: TeamRecord): string =>
  tournamentKey(row) === 'wc' ? '2026' : 'the 2023 edition';

const lastTitle = (row: TeamRecord): string => list(row.title_years).at(-1) ?? '';

const NEVER = '9999';

/** Few fans know Africa's champions before 1990, but all know the world champions. */
function titleLevel(row: TeamRecord, easyFrom: string): Level {
  if (row.competition === AFRICAN_CUP && lastTitle(row) < '1990') return 'hard';
  return lastTitle(row) >= easyFrom ? 'easy' : 'medium';
}

/** Congo with its capital, because the other Congo won titles of its own. */
const champion = (row: TeamRecord): string =>
  row.team === 'Congo' ? 'Congo (Brazzaville)' : team(row.team);

export const teamTitles = template<TeamRecord>({
  id: 'n14',
  share: 15,
  rows: (facts) =>
    records(facts).filter((row) => Number(row.titles) >= 1 && row.team !== 'Germany'),
  category: (row) => categoryOf(row.competition),
  level: (row) => titleLevel(row, isKnownTeam(row.team) ? '1998' : NEVER),
  key: recordKey,
  from: recordRow,
  phrasings: [
    (row) => `How many times had ${champion(row)} won ${tournamentName(row)} up to ${upTo(row)}?`,
    (row) =>
      `Up to ${upTo(row)}, how many titles had ${champion(row)} won at ${tournamentName(row)}?`,
  ],
  answer: (row) => row.titles,
  wrong: (row) => [nearNumbers(Number(row.titles), 1, `n14 ${recordKey(row)}`, 0)],
  fact: (row) =>
    `${sentence(champion(row))} won ${tournamentName(row)} in ${andList(list(row.title_years))}.`,
});

const firstLevel = (row: TeamRecord): Level =>
  row.competition === WORLD_CUP
    ? levelByYear(row.first, 2018, 1990)
    : levelByYear(row.first, 2019, 2004);

/**
 * Asks for a team's first appearance. Those of long ago are left out, because nobody remembers
 * them, except Nigeria's.
 */
export const firstAppearances = template<TeamRecord>({
  id: 'n13-first',
  share: 15,
  rows: (facts) =>
    facts.national_team_records.filter(
      (row) =>
        !SPLIT_TEAMS.test(row.team) &&
        row.first >= '1962' &&
        (firstLevel(row) !== 'hard' || row.team === 'Nigeria'),
    ),
  category: (row) => categoryOf(row.competition),
  level: firstLevel,
  key: recordKey,
  from: recordRow,
  phrasings: [
    (row) =>
      `At which ${tournamentName(row).replace('the ', '')} did ${team(row.team)} first play?`,
    (row) =>
      `In which year did ${team(row.team)} play at ${tournamentName(row)} for the first time?`,
  ],
  answer: (row) => row.first,
  wrong: (row, facts) => {
    const years = facts.tournament_hosts
      .filter((one) => one.competition === row.competition)
      .map((one) => one.year);
    const index = years.indexOf(row.first);
    return [years.filter((_, at) => Math.abs(at - index) <= 3)];
  },
  fact: (row) =>
    `${sentence(team(row.team))} first played at ${tournamentName(row)} in ${row.first}.`,
});

/** Asks for the number of a team's World Cups, up to seven. Nobody remembers larger counts. */
export const appearances = template<TeamRecord>({
  id: 'n13-count',
  share: 10,
  rows: (facts) =>
    facts.national_team_records.filter(
      (row) =>
        row.competition === WORLD_CUP &&
        !SPLIT_TEAMS.test(row.team) &&
        Number(row.tournaments) >= 2 &&
        Number(row.tournaments) <= 7,
    ),
  category: (row) => categoryOf(row.competition),
  level: (row): Level => (row.team === 'Nigeria' ? 'medium' : 'hard'),
  key: recordKey,
  from: recordRow,
  phrasings: [
    (row) => `At how many World Cups had ${team(row.team)} played up to 2026?`,
    (row) => `Up to 2026, at how many World Cups had ${team(row.team)} played?`,
  ],
  answer: (row) => row.tournaments,
  wrong: (row) => [nearNumbers(Number(row.tournaments), 2, `n13 ${row.team}`, 1)],
  fact: (row) =>
    `${sentence(team(row.team))} had played at ${row.tournaments} World Cups up to 2026.`,
});

/**
 * The level of a question for the years of titles. Hard years are left out, because nobody knows
 * them.
 */
const yearsLevel = (row: TeamRecord): Level => titleLevel(row, '2004');

export const championsYears = template<TeamRecord>({
  id: 'n14-year',
  share: 12,
  rows: (facts) =>
    records(facts).filter(
      (row) => row.titles !== '0' && row.team !== 'Germany' && yearsLevel(row) !== 'hard',
    ),
  category: (row) => categoryOf(row.competition),
  level: yearsLevel,
  key: recordKey,
  from: recordRow,
  phrasings: [
    (row) => `Which of these editions of ${tournamentName(row)} did ${champion(row)} win?`,
    (row) => `${sentence(champion(row))} won which of these editions of ${tournamentName(row)}?`,
  ],
  answer: lastTitle,
  wrong: (row, facts) => {
    const years = facts.tournament_hosts
      .filter((one) => one.competition === row.competition && one.winner !== '')
      .map((one) => one.year);
    return [years.filter((one) => within(8, one, lastTitle(row))), years];
  },
  alsoRight: (row) => list(row.title_years),
  fact: (row) =>
    `${sentence(champion(row))} won ${tournamentName(row)} in ${andList(list(row.title_years))}.`,
});
