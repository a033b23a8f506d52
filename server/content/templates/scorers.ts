import { categoryOf, endYear, isLeague, leagueName, levelByYear, within } from '../names.ts';
import { nearNumbers } from '../near.ts';
import { pick } from '../seeded.ts';
import type { Facts, Row } from '../tables.ts';
import { template } from '../template.ts';

type Scorer = Row<'league_top_scorers'>;

const league = (row: Scorer): string =>
  row.competition === 'UCL' ? 'the Champions League' : leagueName(row.competition, row.season);
const keyOf = (row: Scorer): string => `${row.competition} ${row.season}`;

/** Top scorers with the honour to themselves. Counts of the Champions League differ before 2003. */
function topScorers(facts: Facts): Scorer[] {
  return facts.league_top_scorers.filter(
    (row) =>
      row.shared === '0' &&
      row.player !== '' &&
      (isLeague(row.competition) || endYear(row.season) >= 2003),
  );
}

/** One season of each player: the others would ask the same. */
function oncePer(rows: readonly Scorer[], name: (row: Scorer) => string): Scorer[] {
  const groups = Map.groupBy(rows, (row) => `${row.competition} ${name(row)}`);
  return [...groups].map(([group, seasons]) => pick(seasons, group));
}

/** Germany was two countries until 1990: which one a scorer of those years played for is moot. */
function isOneNation(row: Scorer): boolean {
  return (
    row.nationality !== '' && !(row.nationality.includes('Germany') && endYear(row.season) < 1993)
  );
}

function others(facts: Facts, row: Scorer, span: number): Scorer[] {
  return facts.league_top_scorers.filter(
    (one) => one.competition === row.competition && within(span, one.season, row.season),
  );
}

export const topScorerNames = template<Scorer>({
  id: 't4',
  share: 22,
  rows: topScorers,
  category: (row) => categoryOf(row.competition),
  level: (row) => levelByYear(row.season, 2011, 1993),
  key: keyOf,
  subject: (row) => `top scorer ${keyOf(row)}`,
  phrasings: [
    (row) => `Who was the top scorer in ${league(row)} in ${row.season}?`,
    (row) => `Which player scored the most goals in ${league(row)} in ${row.season}?`,
    (row) => `Who finished ${row.season} as the leading scorer of ${league(row)}?`,
  ],
  answer: (row) => row.player,
  wrong: (row, facts) =>
    [3, 6, 10].map((span) => others(facts, row, span).map((one) => one.player)),
  fact: (row) =>
    `${row.player} of ${row.club} was the top scorer in ${league(row)} in ${row.season}${row.goals === '' ? '' : ` with ${row.goals} goals`}.`,
});

export const topScorerGoals = template<Scorer>({
  id: 't5',
  share: 16,
  rows: (facts) => topScorers(facts).filter((row) => row.goals !== '' && row.note === ''),
  category: (row) => categoryOf(row.competition),
  level: () => 'hard',
  key: keyOf,
  subject: (row) => `top scorer ${keyOf(row)}`,
  phrasings: [
    (row) => `How many goals made ${row.player} top scorer in ${league(row)} in ${row.season}?`,
    (row) => `How many goals did top scorer ${row.player} get in ${league(row)} in ${row.season}?`,
  ],
  answer: (row) => row.goals,
  wrong: (row) => [nearNumbers(Number(row.goals), 3, `t5 ${keyOf(row)}`, 1)],
  fact: (row) =>
    `${row.player} was the top scorer in ${league(row)} in ${row.season} with ${row.goals} goals.`,
});

export const topScorerClubs = template<Scorer>({
  id: 't6',
  share: 20,
  rows: (facts) =>
    oncePer(
      topScorers(facts).filter((row) => row.note === '' && row.club !== ''),
      (row) => `${row.player} ${row.club}`,
    ),
  category: (row) => categoryOf(row.competition),
  level: (row) => (endYear(row.season) >= 1996 ? 'medium' : 'hard'),
  key: keyOf,
  subject: (row) => `top scorer ${keyOf(row)}`,
  phrasings: [
    (row) => `With which club was ${row.player} the top scorer in ${league(row)} in ${row.season}?`,
    (row) =>
      `Which club did ${row.player}, top scorer of ${league(row)} in ${row.season}, play for?`,
  ],
  answer: (row) => row.club,
  wrong: (row, facts) => {
    const table = facts.season_tables.filter(
      (one) => one.league === row.competition && one.season === row.season,
    );
    const top = table.filter((one) => Number(one.pos) <= 6).map((one) => one.team);
    return [top, others(facts, row, 10).map((one) => one.club)];
  },
  fact: (row) =>
    `${row.player} was the top scorer in ${league(row)} in ${row.season} playing for ${row.club}.`,
});

export const topScorerCountries = template<Scorer>({
  id: 'p3',
  share: 14,
  rows: (facts) => oncePer(topScorers(facts).filter(isOneNation), (row) => row.player),
  category: (row) => categoryOf(row.competition),
  level: (row) => (endYear(row.season) >= 2000 ? 'medium' : 'hard'),
  key: keyOf,
  subject: (row) => `top scorer ${keyOf(row)}`,
  phrasings: [
    (row) =>
      `Which country did ${row.player}, top scorer of ${league(row)} in ${row.season}, play for?`,
    (row) =>
      `The top scorer of ${league(row)} in ${row.season} was ${row.player}. What was his country?`,
  ],
  answer: (row) => row.nationality,
  wrong: (row, facts) =>
    [8, 40].map((span) =>
      others(facts, row, span)
        .map((one) => one.nationality)
        .filter((one) => one !== ''),
    ),
  // "West Germany" and "Germany" must not stand side by side.
  alsoRight: () => ['West Germany', 'Germany', 'Yugoslavia (Serbia)'],
  fact: (row) =>
    `${row.player}, top scorer of ${league(row)} in ${row.season}, played for ${row.nationality}.`,
});
