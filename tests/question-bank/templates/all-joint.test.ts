import { expect, test } from 'vitest';
import { draftsOf } from '../drafts.ts';
import type { Rows } from '../facts.ts';

const AFCON = 'African Cup of Nations';
const WORLD_CUP = 'FIFA World Cup';

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
