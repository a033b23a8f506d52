import { list } from '../../generator/cells.ts';
import { categoryOf, tournamentKey } from '../../generator/competitions.ts';
import { within } from '../../generator/seasons.ts';
import type { Facts, Row } from '../../generator/tables.ts';
import { rowName } from '../../generator/tables.ts';
import { team } from '../../generator/teams.ts';
import { template } from '../../generator/template.ts';
import type { Level } from '../../question.ts';
import { editionName, tournamentName } from './editions-of.ts';
import { playerName } from './goals.ts';
import { AFRICAN_CUP } from './matches-of.ts';

type Scorer = Row<'all_time_scorers'>;

/** One who scored for the Soviet Union stands in the table under Russia: he is left out. */
function scorers(facts: Facts): Scorer[] {
  return facts.all_time_scorers.filter((row) => row.player !== 'Valentin Ivanov');
}

export const scorersCountries = template<Scorer>({
  id: 'p4',
  share: 15,
  rows: scorers,
  category: (row) => categoryOf(row.competition),
  level: (row): Level => {
    const last = list(row.tournaments).at(-1) ?? '';
    if (last >= (tournamentKey(row) === 'wc' ? '2006' : '2004')) return 'easy';
    return last >= (tournamentKey(row) === 'wc' ? '1986' : '1998') ? 'medium' : 'hard';
  },
  key: (row) => `${tournamentKey(row)} ${row.player}`,
  from: (row) => rowName('all_time_scorers', row),
  phrasings: [
    (row) =>
      `For which country did ${playerName(row.player)} score goals at ${tournamentName(row)}?`,
    (row) => `${playerName(row.player)} scored at ${tournamentName(row)} for which country?`,
  ],
  answer: (row) => row.team,
  wrong: (row, facts) => {
    const first = list(row.tournaments)[0] ?? '';
    const peers = (span: number): string[] =>
      scorers(facts)
        .filter((one) => one.competition === row.competition)
        .filter((one) => within(span, list(one.tournaments)[0] ?? '', first))
        .map((one) => one.team);
    return [8, 14, 24].map(peers);
  },
  fact: (row) => {
    const years = list(row.tournaments);
    const when =
      years.length === 1
        ? `in ${years[0] ?? ''}`
        : `between ${years[0] ?? ''} and ${years.at(-1) ?? ''}`;
    return `${playerName(row.player)} scored for ${team(row.team)} at ${tournamentName(row)} ${when}.`;
  },
});

type Award = Row<'afcon_awards'>;

const edition = (row: Award): string => editionName({ competition: AFRICAN_CUP, year: row.year });

const awardRow = (row: Award): string => rowName('afcon_awards', row);

export const playersOfTheTournament = template<Award>({
  id: 'n17',
  share: 12,
  rows: (facts) => facts.afcon_awards,
  category: () => 'african-cup-of-nations',
  level: (row): Level => (row.year >= '2019' || row.team === 'Nigeria' ? 'easy' : 'medium'),
  key: (row) => row.year,
  from: awardRow,
  subject: (row) => `award ${row.year}`,
  when: (row) => row.year,
  phrasings: [
    (row) => `Who was named player of the tournament at ${edition(row)}?`,
    (row) => `Who was voted best player of ${edition(row)}?`,
  ],
  answer: (row) => row.player,
  wrong: (row, facts) => {
    const near = facts.afcon_awards.filter((one) => within(8, one.year, row.year));
    const goals = facts.tournament_goalscorers.filter(
      (one) => one.competition === AFRICAN_CUP && one.year === row.year,
    );
    return [[...near.map((one) => one.player), ...goals.slice(0, 4).map((one) => one.player)]];
  },
  fact: awardFact,
});

export const bestPlayersCountries = template<Award>({
  id: 'n17-team',
  share: 8,
  rows: (facts) => facts.afcon_awards,
  category: () => 'african-cup-of-nations',
  level: (row): Level => (row.year >= '2010' || row.team === 'Nigeria' ? 'easy' : 'medium'),
  key: (row) => row.year,
  from: awardRow,
  subject: (row) => `award ${row.year}`,
  when: (row) => row.year,
  phrasings: [
    (row) => `${row.player} was the best player of ${edition(row)}. For which country did he play?`,
    (row) => `Which country did ${row.player}, best player of ${edition(row)}, play for?`,
  ],
  answer: (row) => row.team,
  wrong: (row, facts) => [
    facts.afcon_awards.filter((one) => within(8, one.year, row.year)).map((one) => one.team),
    facts.semi_finalists
      .filter((one) => one.competition === AFRICAN_CUP && within(4, one.year, row.year))
      .map((one) => one.team),
  ],
  fact: awardFact,
});

function awardFact(row: Award): string {
  return `${row.player} of ${team(row.team)} was player of the tournament at ${edition(row)}.`;
}
