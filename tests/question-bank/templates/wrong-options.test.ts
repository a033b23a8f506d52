import { expect, test } from 'vitest';
import { draftsOf } from '../drafts.ts';
import type { Rows } from '../facts.ts';

const WORLD_CUP = 'FIFA World Cup';

/** A match at the World Cup, with its scorers as the table has them. */
const match = (year: string, stage: string, home: string, away: string, scorers = '') => ({
  ...{ year, date: `${year}-06-15 ${home}`, stage, home, away, home_scorers: scorers },
  ...{ home_goals: '3', away_goals: '0' },
});

const wrongOf = (template: string, rows: Rows) =>
  draftsOf(template, rows).map(({ options, answer }) =>
    options.filter((one) => one !== answer).toSorted(),
  );

function hatTrick(player: string, year: string, ...scorers: string[]): Rows {
  const at = { competition: WORLD_CUP, year, team: 'Canada', opponent: 'Qatar' };
  const goals = [player, ...scorers].map((name, minute) => `${name} ${minute + 1}'`).join('; ');
  return {
    hat_tricks: [{ ...at, player, goals: '3', stage: 'group' }],
    world_cup_matches: [
      match(year, 'group', 'Canada', 'Qatar', goals),
      match(year, 'group', 'Spain', 'Peru', "David Villa 1'; Raúl 2'; Xavi 3'"),
    ],
  };
}

test('the scorer of a hat-trick is asked for among scorers of his own team, or not at all', () => {
  const others = ['Alphonso Davies', 'Cyle Larin', 'Stephen Eustáquio'];
  expect(wrongOf('n7', hatTrick('Jonathan David', '2026', ...others))).toEqual([others]);
  expect(wrongOf('n7', hatTrick('Jonathan David', '2026', 'Cyle Larin'))).toEqual([]);
});

test('hat-tricks before 1998 are asked about only for legends and stories', () => {
  const others = ['A Player', 'B Player', 'C Player'];
  expect(wrongOf('n7', hatTrick('Nobody Known', '1974', ...others))).toEqual([]);
  expect(wrongOf('n7', hatTrick('Eusébio', '1966', ...others))).toHaveLength(1);
});

const titles = (...won: [season: string, champion: string, manager: string][]): Rows => ({
  title_winning_managers: won.map(([season, champion, manager]) => ({
    ...{ competition: 'WORLD CUP', season, champion, manager },
  })),
});

test('the coach of world champions is asked for among coaches of that nation, or not at all', () => {
  const german = titles(
    ['1954', 'West Germany', 'Sepp Herberger'],
    ['1974', 'West Germany', 'Helmut Schön'],
    ['1990', 'West Germany', 'Franz Beckenbauer'],
    ['2014', 'Germany', 'Joachim Löw'],
    ['1930', 'Uruguay', 'Alberto Suppici'],
  );
  const wrong = wrongOf('t7', german);
  expect(wrong).toHaveLength(4);
  expect(wrong[3]).toEqual(['Franz Beckenbauer', 'Helmut Schön', 'Sepp Herberger']);
});

test('how far a team got has the rounds next to it as wrong options', () => {
  const rounds = ['round of 32', 'round of 16', 'quarter-final', 'semi-final', 'final'];
  const rows = {
    world_cup_matches: [
      match('2026', 'group', 'Spain', 'Peru'),
      ...rounds.map((stage, index) => match('2026', stage, 'Spain', `Team ${index}`)),
    ],
  };
  const wrong = Object.fromEntries(
    draftsOf('n21', rows).map(({ options, answer }) => [answer, options.slice(1).toSorted()]),
  );
  expect(wrong['Round of 32']).toEqual(['Group stage', 'Quarter-finals', 'Round of 16']);
  expect(wrong['Group stage']).toEqual(['Quarter-finals', 'Round of 16', 'Round of 32']);
  expect(wrong.Final).toEqual(['Quarter-finals', 'Round of 16', 'Semi-finals']);
});

/** Retired Frenchmen, each with the named number of clubs. */
const players = (clubs: Record<string, string>): Rows => ({
  famous_players: Object.entries(clubs).map(([player, clubs_big5]) => ({
    ...{ player, clubs_big5, country: 'France', active_2026: '0' },
  })),
  clubs: ['Arsenal', 'Chelsea', 'Everton', 'Fulham', 'Liverpool'].map((club) => ({
    ...{ club, league: 'EPL' },
  })),
});

const FRENCH = {
  'A Traveller': 'Arsenal|Chelsea|Everton|Fulham',
  ...{ 'B Mover': 'Liverpool|Juventus|Nice', 'C Mover': 'Liverpool|Nice', 'D Mover': 'Lens|Nice' },
  ...{ 'E Mover': 'Lyon|Nice', 'F Great': 'Lyon', 'G Great': 'Nice', 'H Great': 'Lens' },
};

test('a player of many clubs is asked for among countrymen of many clubs, in two questions at most', () => {
  const asked = draftsOf('p6', players(FRENCH)).filter(({ answer }) => answer === 'A Traveller');
  expect(asked).toHaveLength(2);
  expect(asked.flatMap(({ options }) => options).filter((one) => one.endsWith('Great'))).toEqual(
    [],
  );
});
