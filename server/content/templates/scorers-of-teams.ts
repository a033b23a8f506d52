import { categoryOf, list, team, tournamentKey } from '../names.ts';
import type { Level } from '../question.ts';
import type { Row } from '../tables.ts';
import { template } from '../template.ts';
import { cupName } from './finals-of.ts';

type Scorer = Row<'all_time_scorers'>;

const cup = (row: { competition: string }): string =>
  row.competition === 'FIFA World Cup' ? 'the World Cup' : 'the African Cup of Nations';

/** Players who scored for teams that have changed their name are left out. */
export const scorersCountries = template<Scorer>({
  id: 'p4',
  share: 20,
  rows: (facts) => facts.all_time_scorers.filter((row) => row.player !== 'Valentin Ivanov'),
  category: (row) => categoryOf(row.competition),
  level: (row): Level => {
    const last = list(row.tournaments).at(-1) ?? '';
    if (last >= '2006') return 'easy';
    return last >= (tournamentKey(row) === 'wc' ? '1986' : '1998') ? 'medium' : 'hard';
  },
  key: (row) => `${tournamentKey(row)} ${row.player}`,
  phrasings: [
    (row) => `For which country did ${row.player} score goals at ${cup(row)}?`,
    (row) => `${row.player} scored at ${cup(row)} for which country?`,
  ],
  answer: (row) => row.team,
  wrong: (row, facts) => {
    const peers = facts.all_time_scorers.filter((one) => one.competition === row.competition);
    const first = Number(list(row.tournaments)[0]);
    const era = peers.filter((one) => Math.abs(Number(list(one.tournaments)[0]) - first) <= 14);
    return [era, peers].map((pool) => pool.map((one) => one.team));
  },
  fact: (row) => {
    const years = list(row.tournaments);
    const when =
      years.length === 1
        ? `in ${years[0] ?? ''}`
        : `between ${years[0] ?? ''} and ${years.at(-1) ?? ''}`;
    return `${row.player} scored for ${team(row.team)} at ${cup(row)} ${when}.`;
  },
});

type Award = Row<'afcon_awards'>;

export const playersOfTheTournament = template<Award>({
  id: 'n17',
  share: 14,
  rows: (facts) => facts.afcon_awards,
  category: () => 'african-cup-of-nations',
  level: (row): Level => (row.year >= '2019' || row.team === 'Nigeria' ? 'easy' : 'medium'),
  key: (row) => row.year,
  phrasings: [
    (row) =>
      `Who was named player of the tournament at ${cupName({ competition: 'AFCON', season: row.year })}?`,
    (row) => `Who was voted best player of ${cupName({ competition: 'AFCON', season: row.year })}?`,
  ],
  answer: (row) => row.player,
  wrong: (row, facts) => {
    const near = facts.afcon_awards.filter(
      (one) => Math.abs(Number(one.year) - Number(row.year)) <= 10,
    );
    const scorers = facts.tournament_goalscorers.filter(
      (one) => one.competition === 'African Cup of Nations' && one.year === row.year,
    );
    return [[...near.map((one) => one.player), ...scorers.slice(0, 4).map((one) => one.player)]];
  },
  fact: (row) =>
    `${row.player} of ${team(row.team)} was player of the tournament at the ${row.year} African Cup of Nations.`,
});
