import { expect, test } from 'vitest';
import { askedBy, draftsOf } from '../../drafts.ts';

type Dressed = { club: string; stadium?: string; nickname?: string; kit: string[] };

/** The questions of a template about clubs of one league in these shirts. */
function asked(template: string, league: string, dressed: Dressed[]) {
  return draftsOf(template, {
    clubs: dressed.map(({ club, stadium = `${club.slice(0, 2)} Park`, nickname = '' }) => ({
      ...{ club, league, stadium, nickname },
    })),
    club_colours: dressed.map(({ club, kit: [pattern = '', colour = '', second = ''] }) => ({
      ...{ club, pattern, colour, second },
    })),
  });
}

const [RED, BLUE, SKY, NAVY, BLACK, WHITE] = [
  ...['D3122E', '1B4DB5', '6CABDD', '12275E', '16181C', 'FFFFFF'],
] as [string, string, string, string, string, string];

const MILAN = [
  { club: 'Inter Milan', stadium: 'San Siro', kit: ['stripes', BLUE, BLACK] },
  { club: 'AC Milan', stadium: 'San Siro', kit: ['stripes', RED, BLACK] },
  { club: 'Juventus', kit: ['stripes', BLACK, WHITE] },
  { club: 'Lazio', kit: ['plain', SKY] },
  { club: 'Fiorentina', kit: ['plain', '5B2C83'] },
];

test('a ground is no wrong option where a club in a like shirt plays there, whoever shares it', () => {
  const bologna = { club: 'Bologna', stadium: "Dall'Ara", kit: ['stripes', RED, NAVY] };
  const atalanta = { club: 'Atalanta', stadium: 'Gewiss', kit: ['stripes', BLUE, BLACK] };
  const questions = asked('q1-ground', 'SerieA', [...MILAN, bologna, atalanta]);
  for (const club of ["Dall'Ara", 'Gewiss']) {
    const ground = questions.find(({ answer }) => answer === club);
    expect(ground?.options).not.toContain('San Siro');
    expect(ground?.alsoRight).toContain('San Siro');
  }
});

const PLAIN = [
  { club: 'Schalke 04', kit: ['plain', BLUE] },
  { club: 'VfL Bochum', kit: ['plain', BLUE] },
  { club: 'Darmstadt 98', kit: ['plain', BLUE] },
  { club: '1860 Munich', kit: ['plain', SKY] },
  ...['Bayern Munich', 'Freiburg', 'Union Berlin', 'Mainz 05'].map((club) => ({
    ...{ club, kit: ['plain', RED] },
  })),
  { club: 'Borussia Dortmund', kit: ['plain', 'FDE100'] },
  { club: 'Hertha Berlin', kit: ['stripes', '00853F', WHITE] },
];

test('no plain shirt is an option with another shade of its colour', () => {
  for (const { answer, options } of asked('q1', 'Bundesliga', PLAIN)) {
    const blue = options.filter((one) => /Schalke|Bochum|Darmstadt|1860/.test(one));
    if (blue.includes(answer)) expect(blue).toEqual([answer]);
  }
});

test('at most two wrong options have the very same shirt', () => {
  const RED_CLUBS = [
    ...['Bayern Munich', 'Freiburg', 'Union Berlin', 'Mainz 05', 'Augsburg', 'FC Köln'],
    ...['Hoffenheim', 'VfB Stuttgart', 'RB Leipzig', 'Eintracht Frankfurt'],
  ];
  const red = RED_CLUBS.map((club) => ({ club, kit: ['plain', RED] }));
  const OTHERS = PLAIN.filter(({ club }) => /Dortmund|Hertha|Schalke/.test(club));
  for (const { answer, options } of asked('q1', 'Bundesliga', [...red, ...OTHERS])) {
    if (RED_CLUBS.includes(answer)) continue;
    const same = options.filter((one) => RED_CLUBS.includes(one));
    expect(same.length).toBeLessThanOrEqual(2);
  }
});

test('a plain shirt that several of a league wear is not easy', () => {
  const levels = asked('q1', 'Bundesliga', PLAIN).map(({ answer, level }) => [answer, level]);
  expect(levels).toContainEqual(['Bayern Munich', 'medium']);
  expect(levels).toContainEqual(['Borussia Dortmund', 'easy']);
});

test('no ground is asked or offered that holds a name of its club, or has two names', () => {
  const grounds = asked('q1-ground', 'EPL', [
    { club: 'Tottenham Hotspur', stadium: 'Tottenham Hotspur Stadium', kit: ['plain', WHITE] },
    { club: 'Bournemouth', stadium: 'Dean Court', kit: ['stripes', RED, BLACK] },
    { club: 'Arsenal', stadium: 'Emirates Stadium', kit: ['sleeves', RED, WHITE] },
    { club: 'Chelsea', stadium: 'Stamford Bridge', kit: ['plain', BLUE] },
    { club: 'Newcastle United', stadium: "St James' Park", kit: ['stripes', BLACK, WHITE] },
    { club: 'Wolverhampton Wanderers', stadium: 'Molineux', kit: ['plain', 'FDB913'] },
  ]);
  expect(grounds).toHaveLength(4);
  for (const { options } of grounds) expect(options.join()).not.toMatch(/Hotspur|Dean Court/);
});

const [PURPLE, GREEN] = ['5B2C83', '00853F'];
const NICKNAMED = [
  { club: 'AC Milan', nickname: 'Rossoneri', kit: ['stripes', RED, BLACK] },
  { club: 'Juventus', nickname: 'La Vecchia Signora', kit: ['stripes', BLACK, WHITE] },
  { club: 'Fiorentina', nickname: 'La Viola', kit: ['plain', PURPLE] },
  { club: 'Napoli', nickname: 'Partenopei', kit: ['plain', SKY] },
  { club: 'Atalanta', nickname: 'La Dea', kit: ['stripes', GREEN, WHITE] },
  { club: 'Torino', nickname: 'Il Toro', kit: ['plain', '7A263A'] },
];

test('a nickname in a tongue that commentators do not speak is hard, but for the best known', () => {
  const named = asked('q1-name', 'SerieA', NICKNAMED).map(({ answer, level }) => [answer, level]);
  expect(named).toContainEqual(['Rossoneri', 'easy']);
  expect(named).toContainEqual(['La Vecchia Signora', 'medium']);
  expect(named).toContainEqual(['Partenopei', 'hard']);
});

test('no nickname is asked for that the shirt reveals, and none is offered for a shirt of other colours', () => {
  const named = asked('q1-name', 'SerieA', NICKNAMED);
  expect(named.map(({ answer }) => answer)).not.toContain('La Viola');
  for (const { options } of named) expect(options).not.toContain('La Viola');
  const three = NICKNAMED.slice(1, 4);
  const byPolpo = (kit: string[]) =>
    asked('q1-name', 'SerieA', [...three, { club: 'Palermo', nickname: 'Il Polpo', kit }])
      .filter(({ answer }) => answer === 'Il Polpo')
      .map(({ options }) => options);
  expect(byPolpo(['sash', GREEN, PURPLE])).toEqual([expect.arrayContaining(['La Viola'])]);
  expect(byPolpo(['sash', GREEN, RED])).toEqual([]);
});

test('a club in a common shirt that was last seen before 2005 is not asked for by its nickname', () => {
  const names = askedBy('q1-name');
  expect(names.has('epl-bradford-city')).toBe(true);
  expect(names.has('epl-barnsley')).toBe(false);
  expect(names.has('epl-derby-county')).toBe(true);
});

test('grounds abroad are a level harder than their clubs, but for the most famous', () => {
  const grounds = asked('q1-ground', 'Bundesliga', [
    { club: 'Borussia Dortmund', stadium: 'Westfalenstadion', kit: ['plain', 'FDE100'] },
    { club: 'Werder Bremen', stadium: 'Weserstadion', kit: ['plain', GREEN] },
    { club: 'Freiburg', stadium: 'Europa-Park Stadion', kit: ['plain', RED] },
    { club: 'St. Pauli', stadium: 'Millerntor-Stadion', kit: ['plain', '5A3A22'] },
  ]).map(({ answer, level }) => [answer, level]);
  expect(grounds).toContainEqual(['Westfalenstadion', 'easy']);
  expect(grounds).toContainEqual(['Weserstadion', 'medium']);
  expect(grounds).toContainEqual(['Europa-Park Stadion', 'hard']);
});
