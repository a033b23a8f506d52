import { categoryOf, tournamentKey } from '../../generator/competitions.ts';
import { type Facts, type Row, rowName } from '../../generator/tables.ts';
import { template } from '../../generator/template.ts';
import { sentence } from '../../generator/wording.ts';
import type { Level } from '../../question.ts';
import { AFRICAN_TEAMS, OTHER_TEAMS } from '../shared/famous.ts';
import { tournamentName, WORLD_CUP } from './facts.ts';

type RecordRow = Row<'tournament_records'>;

/** Team records that make a question, each in the words that ask for the team. */
const TEAM_RECORDS: Readonly<Record<string, string>> = {
  'most tournaments played': 'had played at most editions of',
  'most matches played': 'had played the most matches at',
  'most matches won': 'had won the most matches at',
  'most goals scored': 'had scored the most goals at',
  'most matches lost': 'had lost the most matches at',
  'most penalty shoot-outs won': 'had won the most penalty shoot-outs at',
};

const upTo = (row: RecordRow): string => (row.competition === WORLD_CUP ? '2026' : '2025');

/** Records with one holder, because a joint record would have two answers. */
function teamRecords(facts: Facts): RecordRow[] {
  return facts.tournament_records.filter(
    (row, _, all) =>
      TEAM_RECORDS[row.record] !== undefined &&
      all.filter((one) => one.competition === row.competition && one.record === row.record)
        .length === 1,
  );
}

export const recordTeams = template<RecordRow>({
  id: 'n15',
  share: 8,
  rows: teamRecords,
  category: (row) => categoryOf(row.competition),
  level: (row): Level => (/lost|shoot/.test(row.record) ? 'hard' : 'medium'),
  key: (row) => `${tournamentKey(row)} ${row.record}`,
  from: (row) => rowName('tournament_records', row),
  when: upTo,
  phrasings: [
    (row) =>
      `Up to ${upTo(row)}, which team ${TEAM_RECORDS[row.record] ?? ''} ${tournamentName(row)}?`,
    (row) =>
      `Which team ${TEAM_RECORDS[row.record] ?? ''} ${tournamentName(row)} up to ${upTo(row)}?`,
  ],
  answer: (row) => row.holder,
  wrong: (row) => [(row.competition === WORLD_CUP ? OTHER_TEAMS : AFRICAN_TEAMS).slice(0, 10)],
  fact: (row) =>
    sentence(
      `up to ${upTo(row)}, ${row.holder} ${TEAM_RECORDS[row.record] ?? ''} ${tournamentName(row)}${row.value === '' ? '' : ` (${row.value})`}.`,
    ),
});
