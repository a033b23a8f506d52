import { categoryOf, leagueName } from '../../generator/competitions.ts';
import { within } from '../../generator/seasons.ts';
import { type Facts, type Row, rowName } from '../../generator/tables.ts';
import { template } from '../../generator/template.ts';
import type { Level } from '../../question.ts';

type RecordRow = Row<'league_records'>;

type Wording = { asks: (row: RecordRow) => string; from: 'top' | 'bottom' };

const season = (row: RecordRow): string => ` in a season (${row.value} in ${row.season})`;

/**
 * The wording of each record, and whether its wrong options come from the top or the bottom of the
 * tables.
 */
const WORDINGS: Readonly<Record<string, Wording>> = {
  'most points (3 for a win)': {
    asks: (row) => `most points with 3 for a win (${row.value} in ${row.season})`,
    from: 'top',
  },
  'fewest points (3 for a win)': {
    asks: (row) => `fewest points with 3 for a win (${row.value} in ${row.season})`,
    from: 'bottom',
  },
  'most wins': { asks: (row) => `most wins${season(row)}`, from: 'top' },
  'most goals scored': { asks: (row) => `most goals${season(row)}`, from: 'top' },
  'fewest goals scored': { asks: (row) => `fewest goals${season(row)}`, from: 'bottom' },
  'fewest goals conceded': { asks: (row) => `fewest goals conceded${season(row)}`, from: 'top' },
  'most goals conceded': { asks: (row) => `most goals conceded${season(row)}`, from: 'bottom' },
  'most draws': { asks: (row) => `most draws${season(row)}`, from: 'bottom' },
  'most defeats': { asks: (row) => `most defeats${season(row)}`, from: 'bottom' },
  'longest unbeaten run': {
    asks: (row) => `longest unbeaten run (${row.value} matches)`,
    from: 'top',
  },
  'longest winning run': {
    asks: (row) => `longest winning run (${row.value} matches)`,
    from: 'top',
  },
  'longest run without a win': {
    asks: (row) => `longest run without a win (${row.value} matches)`,
    from: 'bottom',
  },
  'longest losing run': {
    asks: (row) => `longest losing run (${row.value} matches)`,
    from: 'bottom',
  },
  'biggest title-winning margin (3 for a win)': {
    asks: (row) => `biggest title win (${row.value} points ahead in ${row.season})`,
    from: 'top',
  },
  'most consecutive titles': { asks: (row) => `most titles in a row (${row.value})`, from: 'top' },
};

/** Records that one club holds alone. */
function soleRecords(facts: Facts): RecordRow[] {
  return facts.league_records.filter(
    (row) =>
      WORDINGS[row.record] !== undefined &&
      facts.league_records.filter((one) => one.league === row.league && one.record === row.record)
        .length === 1,
  );
}

/** The season up to which the record was checked. */
const span = (row: RecordRow): string => row.data_span.replace(/^.* to /, '');
const asks = (row: RecordRow): string => WORDINGS[row.record]?.asks(row) ?? row.record;

export const leagueRecords = template<RecordRow>({
  id: 't15',
  share: 14,
  rows: soleRecords,
  category: (row) => categoryOf(row.league),
  level: (row): Level => {
    const old = row.season !== '' && Number(row.season.slice(0, 4)) < 1992;
    if (old || row.suggested_level === 'hard') return 'hard';
    return row.suggested_level === 'easy' ? 'easy' : 'medium';
  },
  key: (row) => `${row.league} ${row.record}`,
  from: (row) => rowName('league_records', row),
  when: span,
  phrasings: [
    (row) =>
      `Up to ${span(row)}, which club held the ${leagueTitle(row)} record for the ${asks(row)}?`,
    (row) =>
      `Which club set the ${leagueTitle(row)} record for the ${asks(row)}, unbroken up to ${span(row)}?`,
  ],
  answer: (row) => row.holder,
  wrong: (row, facts) => {
    const from = WORDINGS[row.record]?.from ?? 'top';
    const end = (place: number): boolean => (from === 'top' ? place <= 3 : place >= 17);
    const atThatEnd = facts.season_tables.filter(
      (one) => one.league === row.league && end(Number(one.pos)),
    );
    const ofItsTime = atThatEnd.filter(
      (one) => row.season !== '' && within(8, one.season, row.season),
    );
    const champions = facts.club_titles.filter(
      (one) => one.competition === row.league && Number(one.titles) >= 3,
    );
    const old = from === 'top' ? champions.map((one) => one.club) : [];
    return [ofItsTime.map((one) => one.team), old, atThatEnd.map((one) => one.team)];
  },
  fact: (row) =>
    `Up to ${span(row)} the ${leagueTitle(row)} record for the ${asks(row)} was held by ${row.holder}.`,
});

function leagueTitle(row: RecordRow): string {
  return leagueName(row.league, '2024-25').replace(/^the /, '');
}
