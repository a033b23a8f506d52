import { expect, test } from 'vitest';
import { readFacts } from '../../../question-bank/generator/read-facts.ts';
import { type FactTable, ROW_NAMES, rowName } from '../../../question-bank/generator/tables.ts';
import type { Question } from '../../../question-bank/question.ts';
import { CONTENT } from '../../../question-bank/reader/content.ts';
import { TEMPLATES } from '../../../question-bank/templates/all.ts';
import { draftsOf } from '../drafts.ts';
import { factsOf, type Rows } from '../facts.ts';
import { LEAGUE } from '../league.ts';

const WORLD_CUP = 'FIFA World Cup';

const CLUBS = ['Arsenal', 'Chelsea', 'Liverpool', 'Everton', 'Leeds United', 'Fulham'];

function places(season: string, order: readonly string[]) {
  return order.map((team, index) => ({
    ...{ league: 'EPL', season, end_year: `20${season.slice(5)}`, pos: String(index + 1) },
    ...{ team, gf: String(80 - index), ga: String(30 + index), safe: '1' },
  }));
}

const scorer = { competition: 'EPL', nationality: 'England', goals: '20', shared: '0' };

const ROWS = {
  league_champions: [
    {
      ...{ league: 'EPL', season: '2003-04', end_year: '2004', champion: 'Arsenal' },
      ...{ runner_up: 'Chelsea', points: '90', runner_up_points: '79', disputed: '0' },
    },
    { league: 'EPL', season: '2004-05', end_year: '2005', champion: 'Chelsea', disputed: '1' },
    { league: 'SerieA', season: '2004-05', end_year: '2005', champion: 'Juventus', disputed: '0' },
  ],
  season_tables: places('2003-04', CLUBS),
  league_movements: [
    {
      league: 'EPL',
      season: '2003-04',
      end_year: '2004',
      not_in_next_season: 'Leeds United|Fulham',
    },
  ],
  league_top_scorers: [
    { ...scorer, season: '2003-04', player: 'Thierry Henry', club: 'Arsenal' },
    { ...scorer, season: '2004-05', player: 'A Sharer', club: 'Chelsea', shared: '1' },
    { ...scorer, season: '2004-05', player: 'B Sharer', club: 'Everton', shared: '1' },
    { ...scorer, season: '2005-06', player: 'Alan Shearer', club: 'Leeds United' },
  ],
};

function generated(rows: Rows): Question[] {
  const facts = factsOf(rows);
  return TEMPLATES.flatMap((source) => source.drafts(facts)).toSorted((a, b) =>
    a.id < b.id ? -1 : 1,
  );
}

const byId = (id: string) => generated(ROWS).find((one) => one.id === id);

test('the same tables give the same questions, whatever the order of their rows', () => {
  const backwards = Object.fromEntries(
    Object.entries(ROWS).map(([name, rows]) => [name, rows.toReversed()]),
  );
  expect(generated(ROWS).length).toBeGreaterThan(5);
  expect(generated(ROWS)).toEqual(generated(ROWS));
  expect(generated(backwards)).toEqual(generated(ROWS));
});

test('the answer comes from the row, the wrong options from the same table', () => {
  const question = byId('t2-epl-2003-04') ?? byId('t1-epl-2003-04');
  expect(question?.options).toContain(question?.answer);
  expect(CLUBS).toEqual(expect.arrayContaining(question?.options ?? ['none']));
});

test('a club that went down too is no wrong option', () => {
  const question = byId('t8-epl-2003-04');
  expect(['Leeds United', 'Fulham']).toContain(question?.answer);
  const others = question?.options.filter((one) => one !== question.answer) ?? ['Fulham'];
  expect(others).not.toContain('Leeds United');
  expect(others).not.toContain('Fulham');
});

test('disputed titles, titles taken away and shared honours are not asked', () => {
  const ids = generated(ROWS).map((one) => one.id);
  expect(ids.filter((id) => id.includes('2004-05'))).toEqual([]);
});

test('a row with too few wrong options gives no question', () => {
  const ids = generated({ ...ROWS, season_tables: places('2003-04', CLUBS.slice(0, 2)) });
  expect(ids.map((one) => one.id)).not.toContain('t8-epl-2003-04');
});

const AFCON = 'African Cup of Nations';

/** A final table with this many goals for each club. */
function scoring(goals: Record<string, number>): Rows {
  return {
    season_tables: Object.entries(goals).map(([team, gf], index) => ({
      ...{ league: 'EPL', season: '2003-04', end_year: '2004', pos: String(index + 1) },
      ...{ team, gf: String(gf), safe: '1' },
    })),
    season_superlatives: [
      {
        ...{ league: 'EPL', season: '2003-04', end_year: '2004', team: 'Arsenal' },
        ...{ superlative: 'most goals scored', value: '80' },
      },
    ],
  };
}

const OTHERS = { 'Finidi George': 1, 'Sunday Oliseh': 1, 'Victor Ikpeba': 1 };

/** Nigeria's scorers at one tournament, and the best of all there. */
function scorers(goals: Record<string, number>, best = 'A Star (Egypt)'): Rows {
  return {
    tournament_goalscorers: Object.entries(goals).map(([player, number]) => ({
      ...{ competition: AFCON, year: '1994', player, team: 'Nigeria' },
      ...{ goals: String(number), top_scorer: '0', outright: '0' },
    })),
    tournament_hosts: [{ competition: AFCON, year: '1994', top_scorers: best, top_goals: '5' }],
  };
}

/** Group matches, each as its winner and loser. */
function groupMatches(...matches: [winner: string, loser: string][]): Rows {
  return {
    world_cup_matches: matches.map(([home, away], index) => ({
      ...{ year: '2010', date: `2010-06-1${index}`, stage: 'group', home, away },
      ...{ home_goals: '1', away_goals: '0' },
    })),
  };
}

type Asked = { what: string; template: string; alone: Rows; joint: Rows };

const ASKED: Asked[] = [
  {
    what: 'the most goals of a season',
    template: 't12',
    alone: scoring({ Arsenal: 80, Chelsea: 79, Liverpool: 60, Everton: 50 }),
    joint: scoring({ Arsenal: 80, Chelsea: 80, Liverpool: 60, Everton: 50 }),
  },
  {
    what: 'the most goals for a team',
    template: 'n25',
    alone: scorers({ 'Rashidi Yekini': 3, 'Jay-Jay Okocha': 2, ...OTHERS }),
    joint: scorers({ 'Rashidi Yekini': 3, 'Jay-Jay Okocha': 3, ...OTHERS }),
  },
  {
    what: 'the team that beat another in its group',
    template: 'n28',
    alone: groupMatches(['Germany', 'Ghana'], ['Brazil', 'Serbia'], ['Chile', 'Serbia']),
    joint: groupMatches(['Germany', 'Ghana'], ['Brazil', 'Ghana'], ['Chile', 'Serbia']),
  },
  {
    what: 'the top scorer of a tournament',
    template: 'n4',
    alone: scorers({ 'Jay-Jay Okocha': 2, ...OTHERS }),
    joint: scorers({ 'Jay-Jay Okocha': 2, ...OTHERS }, 'A Star (Egypt)|B Star (Mali)'),
  },
];

test.each(ASKED)('$what ($template) is asked where one holds it, not where two do', (one) => {
  const asks = (rows: Rows): string[] => draftsOf(one.template, rows).map((draft) => draft.answer);
  const holder = asks(one.alone)[0];
  expect(holder).toBeDefined();
  expect(asks(one.joint)).not.toContain(holder);
});

/** Champions and runners-up of ten seasons from 1993-94 on. */
const TITLES: Rows = {
  league_champions: ['AE', 'BF', 'CG', 'DE', 'AF', 'BG', 'CE', 'DF', 'AG', 'BE'].map(
    ([champion = '', second = ''], index) => ({
      ...{ league: 'EPL', season: seasonFrom(1993 + index), end_year: String(1994 + index) },
      ...{ champion: `Club ${champion}`, runner_up: `Club ${second}`, disputed: '0' },
    }),
  ),
};

function seasonFrom(year: number): string {
  return `${year}-${String(year + 1).slice(2)}`;
}

const WON = [1993, 1994, 1996, 1997, 1998, 2001, 2002].map(seasonFrom);

const SCORED_IN_1998 = ['Ronaldo', 'Rivaldo', 'Leonardo', 'Denílson', 'Cafu', 'Edmundo'];

const FINALS = { '1994': ['Bebeto', 'Romário', 'Dunga'], '1998': SCORED_IN_1998 };

/** Finals that Brazil won with those goals. */
const SCORERS: Rows = {
  cup_finals: Object.entries(FINALS).map(([season, players]) => ({
    ...{ competition: WORLD_CUP, season, winner: 'Brazil', runner_up: 'Italy', format: 'final' },
    ...{ winner_goals: String(players.length), runner_up_goals: '0' },
  })),
  final_goalscorers: Object.entries(FINALS).flatMap(([season, players]) =>
    players.map((player) => ({
      ...{ competition: WORLD_CUP, season, team: 'Brazil', player, own_goal: '0' },
    })),
  ),
};

/** One of the goals of 1998 under another name, which the scorer also has in the match before. */
const OTHER_NAME = ['semi-final', 'final'].map((stage) => ({
  ...{ year: '1998', date: '1998-07-01', stage, home: 'Brazil', away: 'Italy' },
  home_scorers: "Leo Araújo 20'",
}));

type Offered = { what: string; template: string; rows: Rows; right: string[] };

const OFFERED: Offered[] = [
  {
    what: 'a champion of the same years',
    template: 'o10',
    rows: TITLES,
    right: ['Club A', 'Club B', 'Club C', 'Club D'],
  },
  {
    what: 'another season that the club won',
    template: 't22-one',
    rows: {
      ...TITLES,
      club_titles: [{ competition: 'EPL', club: 'Club A', titles: '7', seasons: WON.join('|') }],
    },
    right: WON,
  },
  {
    what: 'another scorer of the final',
    template: 'f7',
    rows: SCORERS,
    right: SCORED_IN_1998,
  },
  {
    what: 'a scorer of the final under another name',
    template: 'f7',
    rows: { ...SCORERS, world_cup_matches: OTHER_NAME },
    right: [...SCORED_IN_1998, 'Leo Araújo'],
  },
  {
    what: 'one with as many goals as the top scorer',
    template: 'n4',
    rows: scorers({ 'Rashidi Yekini': 5, 'Jay-Jay Okocha': 5, ...OTHERS }, 'A Star (Egypt)'),
    right: ['A Star', 'Rashidi Yekini', 'Jay-Jay Okocha'],
  },
];

test.each(OFFERED)('$what is no wrong option ($template)', ({ template, rows, right }) => {
  const asked = draftsOf(template, rows).filter(({ answer }) => right.includes(answer));
  expect(asked).not.toEqual([]);
  for (const { options, answer } of asked) {
    expect(options.filter((option) => right.includes(option))).toEqual([answer]);
  }
});

test('every question names the row of its fact', () => {
  const facts = factsOf(LEAGUE);
  const tables = Object.keys(ROW_NAMES) as FactTable[];
  const rows = tables.flatMap((table) =>
    facts[table].map((row) => rowName(table, row as Parameters<typeof rowName>[1])),
  );
  const drafts = TEMPLATES.flatMap((source) => source.drafts(facts));
  const asked = new Set(drafts.map(({ template }) => template));
  expect([...asked]).toEqual(expect.arrayContaining(['o1', 'o2', 'o3', 'o4', 'o10', 'o11', 't1']));
  expect(drafts.map(({ from }) => from).filter((from) => !rows.includes(from))).toEqual([]);
});

test.each([
  ['t1', 't7-club'],
  ['t4', 't6'],
  ['t22-one', 't7-season'],
  ['f1', 'f12'],
  ['p2', 'p2-other'],
])('%s comes before %s, which asks it less plainly', (plain, other) => {
  const ids = TEMPLATES.map(({ id }) => id);
  expect(ids).toContain(plain);
  expect(ids.indexOf(plain)).toBeLessThan(ids.indexOf(other));
});

test.each(['o1', 'o2'])('%s, in words that are always the same, is asked once', (template) => {
  expect(draftsOf(template, LEAGUE)).toHaveLength(1);
});

const TITLE = {
  ...{ league: 'EPL', season: '2003-04', end_year: '2004', champion: 'Arsenal', points: '90' },
  ...{ runner_up: 'Chelsea', disputed: '0' },
};

test('a title is not asked for its margin where the points of the second are blank', () => {
  const asks = (runner_up_points: string) =>
    draftsOf('t3-margin', { league_champions: [{ ...TITLE, runner_up_points }] });
  expect(asks('79').map(({ answer }) => answer)).toEqual(['11']);
  expect(asks('')).toEqual([]);
});

test('two clubs that met twice at one ground are asked with the round', () => {
  const match = { season: '2024-25', home: 'Benfica', away: 'Barcelona' };
  const asked = draftsOf('f10', {
    ucl_big_matches: [
      { ...match, date: '2025-01-21', round: 'league phase', home_goals: '4', away_goals: '5' },
      { ...match, date: '2025-03-05', round: 'round of 16', home_goals: '0', away_goals: '1' },
    ],
  });
  expect(asked).toHaveLength(2);
  expect(asked[0]?.question).toContain('league phase');
  expect(asked[1]?.question).toContain('round of 16');
});

const BASICS = [
  { fact: 'club with most titles', asks: 'Who won it most often?', canChange: '1' },
  { fact: 'first champions', asks: 'Who won it first?', canChange: '' },
].map((row) => ({
  ...{ of: 'Bundesliga', level: 'easy', wrong: 'Schalke 04|Freiburg|Mainz 05' },
  ...{ states: 'It was they.', ...row },
}));

test('a record is looked at again, a first time is not', () => {
  const asked = draftsOf('b1', {
    basic_questions: BASICS,
    basic_facts: [
      { category: 'Bundesliga', fact: 'club with most titles', answer: 'Bayern Munich' },
      { category: 'Bundesliga', fact: 'first champions', answer: 'FC Köln' },
    ],
  });
  expect(asked.map(({ answer, reviewBy }) => [answer, reviewBy !== undefined])).toEqual([
    ['Bayern Munich', true],
    ['FC Köln', false],
  ]);
});

test('a basic question is asked while the table gives its answer', () => {
  const cell = { category: 'Bundesliga', fact: 'first champions', answer: 'FC Köln (in 1963-64)' };
  const asks = (answer: string) =>
    draftsOf('b1', {
      basic_questions: BASICS.map((row) => ({ ...row, answer })),
      basic_facts: [cell],
    });
  expect(asks('FC Köln').map((one) => one.answer)).toEqual(['FC Köln']);
  expect(asks('Hamburg')).toEqual([]);
});

test('every row worded by hand is asked, under the template that it names', () => {
  const facts = readFacts(CONTENT);
  for (const id of ['b2', 'b3']) {
    const [source] = TEMPLATES.filter((one) => one.id === id);
    const asks = facts.sourced_questions.filter(({ template }) => template === id);
    expect(asks.length).toBeGreaterThan(100);
    expect(source?.drafts(facts).map(({ question }) => question)).toEqual(
      asks.map((row) => row.asks),
    );
  }
});

test('a row worded by hand under a template that is none is refused', () => {
  const rows = { sourced_questions: [{ template: 'b4', of: 'EPL', asks: 'Who?' }] };
  expect(() => draftsOf('b2', rows)).toThrow(/b4/);
});

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
