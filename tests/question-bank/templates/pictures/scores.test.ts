import { expect, test } from 'vitest';
import { CONTENT, readContent } from '../../../../question-bank/reader/content.ts';
import { askedBy, draftsOf } from '../../drafts.ts';

const CUP = { competition: 'European Cup', format: 'final' };
const { generated } = readContent(CONTENT);
const scores = generated.filter(({ template }) => /^q5/.test(template ?? ''));

test('no one is called by half of his name', () => {
  const names = scores.flatMap(({ picture }) =>
    picture?.kind === 'score' ? (picture.scorers ?? []).flat() : [],
  );
  const called = new Set(names.map((name) => name?.replace(/ \d$/, '')));
  for (const whole of ['van Basten', 'Di María', 'Del Piero', 'Vinícius', 'Carlos Alberto'])
    expect(called).toContain(whole);
  for (const half of ['Junior', 'Júnior', 'Alberto', 'Alberto Torres', 'Stéfano', 'Luis Brown'])
    expect(called).not.toContain(half);
});

test('the first European Cups are not hard, and old losers are shown with the scorers', () => {
  const old = scores.filter(({ when = '9999' }) => Number(when) < 1970);
  const cups = old.filter(({ category, when = '' }) => /^uefa/.test(category) && when <= '1960');
  expect(cups.length).toBeGreaterThan(0);
  expect(cups.filter(({ level }) => level === 'hard')).toEqual([]);
  const lost = old.filter(({ template }) => template === 'q5-lost');
  expect(lost.filter(({ picture }) => picture?.kind === 'score' && !picture.scorers)).toEqual([]);
});

const goal = (player: string, team: string, season: string) => ({
  ...{ competition: 'FIFA World Cup', season, team, player, own_goal: '0' },
});

function scorers(mates: string[]) {
  const final = { competition: 'FIFA World Cup', season: '2010', format: 'final', city: 'Soweto' };
  return draftsOf('q5-scorer', {
    cup_finals: [
      {
        ...final,
        winner: 'Spain',
        runner_up: 'Netherlands',
        winner_goals: '1',
        runner_up_goals: '0',
      },
    ],
    final_goalscorers: [
      goal('Andrés Iniesta', 'Spain', '2010'),
      ...['Zidane', 'Materazzi', 'Ronaldo'].map((one) => goal(one, 'France', '2006')),
    ],
    tournament_goalscorers: mates.map((player) => ({
      ...{ competition: 'FIFA World Cup', year: '2010', player, team: 'Spain', goals: '1' },
    })),
  });
}

const MATES = ['David Villa', 'Carles Puyol', 'Pedro'];

test('a scorer is asked for only against three of his own team', () => {
  expect(scorers(MATES)[0]?.options.toSorted()).toEqual(['Andrés Iniesta', ...MATES].toSorted());
  expect(scorers(['David Villa', 'Carles Puyol'])).toEqual([]);
});

test('one man under two names is no wrong option', () => {
  expect(scorers(['Iniesta', 'David Villa', 'Pedro'])).toEqual([]);
});

test('a scorer is easy from 2006 on and where he is famous, else a level harder', () => {
  const asked = askedBy('q5-scorer');
  const levels = ['2018-liverpool', '2021-chelsea', '2005-liverpool', '2004-porto'].map(
    (final) => asked.get(`champions-league-${final}`)?.level,
  );
  expect(levels).toEqual(['easy', 'medium', 'medium', 'hard']);
});

test("scorers of African finals are asked for from 1980 on, except Zambia's of 1994", () => {
  const finals = [...askedBy('q5-scorer').keys()].filter((one) => one.startsWith('african-cup'));
  const years = finals.map((one) => Number(/\d{4}/.exec(one)?.[0]));
  expect(Math.min(...years)).toBe(1980);
  expect(finals.filter((one) => one.includes('1994'))).toEqual([]);
});

test('a famous scorer in the picture makes his side a level easier, the other one not', () => {
  const winners = askedBy('q5');
  for (const won of ['world-cup-1998', 'african-cup-of-nations-2000', 'champions-league-1992'])
    expect(winners.get(won)?.level, won).toBe('easy');
  expect(askedBy('q5-lost').get('world-cup-1998')?.level).toBe('medium');
});

test('finals are easy from 2006 on in Africa, in the Champions League from 2005', () => {
  const lost = askedBy('q5-lost');
  const level = (final: string) => lost.get(final)?.level;
  expect(level('african-cup-of-nations-2004')).toBe('medium');
  expect(level('african-cup-of-nations-2006')).toBe('easy');
  expect(level('champions-league-2004')).toBe('medium');
  expect(level('champions-league-2005')).toBe('easy');
});

test('a hard final has two wrong options that reached one in those years', () => {
  const team = (season: string, winner: string, runner_up: string) => ({
    ...{ ...CUP, season, winner, runner_up, winner_goals: '1', runner_up_goals: '0', city: 'Rome' },
  });
  const finals = [
    team('1972-73', 'Ajax', 'Juventus'),
    team('1973-74', 'Bayern Munich', 'Atlético Madrid'),
    team('1971-72', 'Inter Milan', 'Ajax'),
  ];
  const finalists = finals.flatMap(({ winner, runner_up }) => [winner, runner_up]);
  const asked = draftsOf('q5', { cup_finals: finals }).filter(({ level }) => level === 'hard');
  expect(asked.length).toBeGreaterThan(0);
  for (const { answer, options } of asked) {
    const others = options.filter((one) => one !== answer && finalists.includes(one));
    expect(others.length).toBeGreaterThanOrEqual(2);
  }
});
