import { categoryOf, list, sentence, team, tournamentKey } from '../names.ts';
import { nearNumbers } from '../near.ts';
import type { Level } from '../question.ts';
import type { Facts, Row } from '../tables.ts';
import { template } from '../template.ts';
import { andList } from './finals-of.ts';

type TeamRecord = Row<'national_team_records'>;

const cup = (row: { competition: string }): string =>
  row.competition === 'FIFA World Cup' ? 'the World Cup' : 'the African Cup of Nations';

/** Titles of the 2025 African Cup of Nations are open: its claimants are left out. */
const CLAIMANTS = ['Senegal', 'Morocco'];

const SPLIT_TEAMS = /Germany|Russia|Serbia|Yugoslavia|Czech/;

function records(facts: Facts): TeamRecord[] {
  return facts.national_team_records.filter(
    (row) => !(row.competition === 'African Cup of Nations' && CLAIMANTS.includes(row.team)),
  );
}

const upTo = (row: TeamRecord): string =>
  tournamentKey(row) === 'wc' ? '2026' : 'the 2023 edition';

export const teamTitles = template<TeamRecord>({
  id: 'n14',
  share: 14,
  rows: (facts) =>
    records(facts).filter((row) => Number(row.titles) >= 1 && row.team !== 'Germany'),
  category: (row) => categoryOf(row.competition),
  level: (row): Level =>
    ['Nigeria', 'Brazil', 'Egypt', 'Cameroon', 'Argentina'].includes(row.team) ? 'easy' : 'medium',
  key: (row) => `${tournamentKey(row)} ${row.team}`,
  phrasings: [
    (row) => `How many times had ${team(row.team)} won ${cup(row)} up to ${upTo(row)}?`,
    (row) => `Up to ${upTo(row)}, how many titles had ${team(row.team)} won at ${cup(row)}?`,
  ],
  answer: (row) => row.titles,
  wrong: (row) => [nearNumbers(Number(row.titles), 1, `n14 ${tournamentKey(row)} ${row.team}`, 0)],
  fact: (row) =>
    `${sentence(team(row.team))} won ${cup(row)} in ${andList(list(row.title_years))}.`,
});

export const firstAppearances = template<TeamRecord>({
  id: 'n13-first',
  share: 14,
  rows: (facts) =>
    facts.national_team_records.filter((row) => !SPLIT_TEAMS.test(row.team) && row.first >= '1962'),
  category: (row) => categoryOf(row.competition),
  level: (row): Level =>
    row.first >= '1994' && row.competition.startsWith('FIFA') ? 'medium' : 'hard',
  key: (row) => `${tournamentKey(row)} ${row.team}`,
  phrasings: [
    (row) => `At which ${cup(row).replace('the ', '')} did ${team(row.team)} first play?`,
    (row) => `In which year did ${team(row.team)} first play at ${cup(row)}?`,
  ],
  answer: (row) => row.first,
  wrong: (row, facts) => {
    const years = facts.tournament_hosts
      .filter((one) => one.competition === row.competition)
      .map((one) => one.year);
    const index = years.indexOf(row.first);
    return [years.filter((_, at) => Math.abs(at - index) <= 3)];
  },
  fact: (row) => `${sentence(team(row.team))} first played at ${cup(row)} in ${row.first}.`,
});

export const appearances = template<TeamRecord>({
  id: 'n13-count',
  share: 10,
  rows: (facts) =>
    facts.national_team_records.filter(
      (row) =>
        row.competition === 'FIFA World Cup' &&
        !SPLIT_TEAMS.test(row.team) &&
        Number(row.tournaments) >= 2,
    ),
  category: (row) => categoryOf(row.competition),
  level: (row): Level => (row.team === 'Nigeria' ? 'medium' : 'hard'),
  key: (row) => `${tournamentKey(row)} ${row.team}`,
  phrasings: [
    (row) => `At how many World Cups had ${team(row.team)} played up to 2026?`,
    (row) => `Up to 2026, at how many World Cups had ${team(row.team)} played?`,
  ],
  answer: (row) => row.tournaments,
  wrong: (row) => [nearNumbers(Number(row.tournaments), 2, `n13 ${row.team}`, 1)],
  fact: (row) =>
    `${sentence(team(row.team))} had played at ${row.tournaments} World Cups up to 2026.`,
});

export const championsYears = template<TeamRecord>({
  id: 'n14-year',
  share: 12,
  rows: (facts) => records(facts).filter((row) => row.titles !== '0' && row.team !== 'Germany'),
  category: (row) => categoryOf(row.competition),
  level: (row): Level => ((list(row.title_years).at(-1) ?? '') >= '2004' ? 'easy' : 'medium'),
  key: (row) => `${tournamentKey(row)} ${row.team}`,
  phrasings: [
    (row) => `In which of these years did ${team(row.team)} win ${cup(row)}?`,
    (row) => `Which of these was a year in which ${team(row.team)} won ${cup(row)}?`,
  ],
  answer: (row) => list(row.title_years).at(-1) ?? '',
  wrong: (row, facts) => {
    const last = Number(list(row.title_years).at(-1));
    const years = facts.tournament_hosts
      .filter((one) => one.competition === row.competition && one.winner !== '')
      .map((one) => one.year);
    return [years.filter((one) => Math.abs(Number(one) - last) <= 14), years];
  },
  alsoRight: (row) => list(row.title_years),
  fact: (row) =>
    `${sentence(team(row.team))} won ${cup(row)} in ${andList(list(row.title_years))}.`,
});
