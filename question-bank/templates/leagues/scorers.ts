import { categoryOf, isLeague, leagueName } from '../../generator/competitions.ts';
import { nearNumbers } from '../../generator/near.ts';
import { endYear, isTainted, levelByYear, NEVER_EASY, within } from '../../generator/seasons.ts';
import { type Facts, type Row, rowName } from '../../generator/tables.ts';
import { isOfItsTime, team } from '../../generator/teams.ts';
import { type Template, template } from '../../generator/template.ts';
import { atMost } from '../shared/at-most.ts';
import { countryLevel, scorerLevel, scorersClubLevel, tableOf, teamsPlaced } from './facts.ts';

type Scorer = Row<'league_top_scorers'>;

const league = (row: Scorer): string =>
  row.competition === 'UCL' ? 'the Champions League' : leagueName(row.competition, row.season);
const keyOf = (row: Scorer): string => `${row.competition} ${row.season}`;
const from = (row: Scorer): string => rowName('league_top_scorers', row);
const subject = (row: Scorer): string => `top scorer ${keyOf(row)}`;

/**
 * Top scorers who shared the first place with nobody. The Champions League before 2003 is left out,
 * because counts differ.
 */
function topScorers(facts: Facts): Scorer[] {
  return facts.league_top_scorers.filter(
    (row) =>
      row.shared === '0' &&
      row.player !== '' &&
      !isTainted(row.competition, row.season) &&
      (isLeague(row.competition) || endYear(row.season) >= 2003),
  );
}

/**
 * False if the country is arguable: for Germans before 1993, and for a cell that names two
 * countries.
 */
function isOneNation({ nationality, season }: Scorer): boolean {
  const isMoot =
    nationality.includes('(') || (nationality.includes('Germany') && endYear(season) < 1993);
  return nationality !== '' && !isMoot;
}

function others(facts: Facts, row: Scorer, span: number): Scorer[] {
  return facts.league_top_scorers.filter(
    (one) => one.competition === row.competition && within(span, one.season, row.season),
  );
}

/** Fields that all questions about a top scorer share. */
const ofScorer = {
  category: (row) => categoryOf(row.competition),
  key: keyOf,
  from,
  subject,
  when: (row) => row.season,
} satisfies Partial<Template<Scorer>>;

export const topScorerNames = template<Scorer>({
  id: 't4',
  share: 15,
  ...ofScorer,
  rows: topScorers,
  level: scorerLevel,
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
  share: 12,
  ...ofScorer,
  rows: (facts) => topScorers(facts).filter((row) => row.goals !== '' && row.note === ''),
  level: (row) => levelByYear(row.season, NEVER_EASY, 2016),
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
  share: 15,
  ...ofScorer,
  rows: (facts) =>
    atMost(
      3,
      topScorers(facts).filter((row) => row.note === '' && row.club !== ''),
      (row) => `${row.competition} ${row.player} ${row.club}`,
    ),
  level: scorersClubLevel,
  phrasings: [
    (row) => `With which club was ${row.player} the top scorer in ${league(row)} in ${row.season}?`,
    (row) =>
      `Which club did ${row.player}, top scorer of ${league(row)} in ${row.season}, play for?`,
  ],
  answer: (row) => row.club,
  wrong: (row, facts) => {
    const table = tableOf(facts, { league: row.competition, season: row.season });
    return [teamsPlaced(table, 1, 6), others(facts, row, 10).map((one) => one.club)];
  },
  fact: (row) =>
    `${row.player} was the top scorer in ${league(row)} in ${row.season} playing for ${row.club}.`,
});

export const topScorerCountries = template<Scorer>({
  id: 'p3',
  share: 12,
  ...ofScorer,
  rows: (facts) =>
    atMost(
      2,
      topScorers(facts).filter((row) => isOneNation(row) && countryLevel(row.player) !== undefined),
      (row) => `${row.competition} ${row.player}`,
    ),
  level: (row) => countryLevel(row.player) ?? 'hard',
  phrasings: [
    (row) =>
      `Which country did ${row.player}, top scorer of ${league(row)} in ${row.season}, play for?`,
    (row) =>
      `The top scorer of ${league(row)} in ${row.season} was ${row.player}. Which country did he play for?`,
  ],
  answer: (row) => row.nationality,
  wrong: (row, facts) =>
    [8, 40].map((span) =>
      others(facts, row, span)
        .filter(isOneNation)
        .map((one) => one.nationality)
        .filter((one) => isOfItsTime(one, row.season)),
    ),
  fact: (row) =>
    `${row.player}, top scorer of ${league(row)} in ${row.season}, played for ${team(row.nationality)}.`,
});
