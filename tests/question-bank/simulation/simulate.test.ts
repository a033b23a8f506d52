import { expect, test } from 'vitest';
import { simulationLines } from '../../../question-bank/commands/simulate.ts';
import type { BankQuestion } from '../../../question-bank/reader/bank.ts';
import { simulate } from '../../../question-bank/simulation/simulate.ts';
import { LEVELS } from '../../../src/rules/levels.ts';
import { buildBank } from '../../support/bank.ts';

/** Ten rounds for each player. */
const TWO_DAYS = { players: 100, days: 2, roundsPerDay: 5, seed: 1 };

test.each([
  [30, 3],
  [37, 3],
  [99, 9],
])(
  'with %i questions of one category and level the first repeat comes after %i rounds',
  (stock, rounds) => {
    const { worstCases } = simulate(buildBank(stock).questions, TWO_DAYS);
    expect(worstCases).toHaveLength(9);
    for (const one of worstCases) {
      expect(one).toMatchObject({ stock, stockRounds: rounds, stockDays: rounds / 5 });
      expect(one).toMatchObject({ beforeRepeat: rounds, earlyRepeats: 0, roundsSideBySide: 0 });
    }
  },
);

test('if every stock lasts for all rounds, no player meets a question again', () => {
  const { asPlayersChoose, worstCases } = simulate(buildBank(100).questions, TWO_DAYS);
  expect(asPlayersChoose).toMatchObject({
    rounds: 1000,
    questions: 10_000,
    repeats: 0,
    playersWithRepeat: 0,
    beforeRepeat: { least: 10, firstPercentile: 10, median: 10 },
  });
  for (const one of worstCases) expect(one).toMatchObject({ repeats: 0, beforeRepeat: null });
});

test("with players' choices, small stocks cause repeats, but none before a stock is used up", () => {
  const { asPlayersChoose } = simulate(buildBank(15).questions, TWO_DAYS);
  const { beforeRepeat, playersWithRepeat, repeats, earlyRepeats } = asPlayersChoose;
  expect(earlyRepeats).toBe(0);
  expect(repeats).toBeGreaterThan(1000);
  expect(playersWithRepeat).toBeGreaterThan(90);
  expect(beforeRepeat.least).toBe(1);
  expect(beforeRepeat.firstPercentile).toBe(1);
  expect(beforeRepeat.median).toBeGreaterThan(1);
  expect(beforeRepeat.median).toBeLessThan(6);
});

test('half of the players have new accounts and are asked easy questions only', () => {
  const questions = buildBank(100).questions.filter(
    ({ id, level }) => level === 'easy' || /-\d$|-10$/.test(id),
  );
  const { asPlayersChoose } = simulate(questions, { ...TWO_DAYS, players: 400 });
  // In ten rounds nearly every other player gets medium or hard twice in some category.
  expect(asPlayersChoose.playersWithRepeat).toBeGreaterThan(140);
  expect(asPlayersChoose.playersWithRepeat).toBeLessThan(220);
});

test('half of the rounds are of a favourite, the others of any category', () => {
  const questions = ['a', 'b', 'c', 'd', 'e', 'f'].flatMap((category) =>
    buildBank(70)
      .questions.filter((question) => question.category === 'la-liga')
      .map((question) => ({ ...question, id: `${category} ${question.id}`, category })),
  );
  const { asPlayersChoose } = simulate(questions, { ...TWO_DAYS, days: 4 });
  // Eight of twenty rounds at one level: most new players and few others, if half are of one
  // category; hardly any player if all six weigh the same, nearly every player if there is only
  // one.
  expect(asPlayersChoose.playersWithRepeat).toBeGreaterThan(30);
  expect(asPlayersChoose.playersWithRepeat).toBeLessThan(65);
});

test('the same seed gives the same figures, another seed others', () => {
  const { questions } = buildBank(15);
  expect(simulate(questions, TWO_DAYS)).toEqual(simulate(questions, TWO_DAYS));
  const other = simulate(questions, { ...TWO_DAYS, seed: 2 });
  expect(other.asPlayersChoose).not.toEqual(simulate(questions, TWO_DAYS).asPlayersChoose);
});

test('rounds are counted that hold a subject twice, or one template side by side', () => {
  const questions = buildBank(20).questions.map((question) => {
    if (question.category !== 'la-liga' || question.level === 'easy') return question;
    return question.level === 'medium'
      ? { ...question, template: 'all' }
      : { ...question, subject: 'one final' };
  });
  const { worstCases } = simulate(questions, TWO_DAYS);
  const found = worstCases.map((one) => [one.roundsSideBySide, one.roundsOneSubject]);
  expect(found.slice(0, 4)).toEqual([
    [0, 0],
    [200, 0],
    [0, 200],
    [0, 0],
  ]);
});

test('questions about Africa are counted, and rounds that could have had more', () => {
  const questions = buildBank(20).questions.map((question, index) => ({
    ...question,
    isAboutAfrica: question.category === 'la-liga' && index % 20 < 5,
    // No more than one of a subject: only a part of what is new can be dealt.
    ...(question.level === 'hard' && index % 20 < 5 && { subject: 'one final' }),
  }));
  const { asPlayersChoose, worstCases } = simulate(questions, { ...TWO_DAYS, days: 1 });
  const found = worstCases.map((one) => [one.aboutAfrica > 0, one.roundsShortOfAfrica > 0]);
  expect(found.slice(0, 4)).toEqual([
    [true, false],
    [true, false],
    [true, true],
    [false, false],
  ]);
  expect([...asPlayersChoose.categories.keys()]).toEqual(['la-liga', 'serie-a', 'eredivisie']);
  expect(asPlayersChoose.categories.get('serie-a')?.aboutAfrica).toBe(0);
  expect(asPlayersChoose.categories.get('la-liga')?.aboutAfrica).toBe(asPlayersChoose.aboutAfrica);
});

test('rounds are counted that have a picture or Nigeria, and those of more than two of a template', () => {
  const questions = buildBank(20).questions.map((question): BankQuestion => {
    if (question.category !== 'la-liga') return question;
    if (question.level === 'easy') return { ...question, fact: 'It was Nigeria.' };
    return question.level === 'medium'
      ? { ...question, picture: { kind: 'shirt', kit: ['plain', 'D3122E'] } }
      : { ...question, template: 'all' };
  });
  const { worstCases } = simulate(questions, TWO_DAYS);
  const found = worstCases.map((one) => [one.roundsDrawnOrNigerian, one.roundsOfATemplate]);
  expect(found.slice(0, 4)).toEqual([
    [200, 0],
    [200, 0],
    [0, 200],
    [0, 0],
  ]);
});

test('a bank that cannot fill a round is refused by name', () => {
  const questions = buildBank(10).questions.slice(1);
  const refusal = '9 easy questions of la-liga do not fill a round';
  expect(() => simulate(questions, TWO_DAYS)).toThrow(refusal);
});

test('the text has the figures and a row for each category and level', () => {
  const text = simulationLines(simulate(buildBank(37).questions, TWO_DAYS)).join('\n');
  expect(text).toContain('100 players x 2 days x 5 rounds a day, seed 1');
  expect(text).toMatch(/rounds played +1000\n/);
  for (const category of ['la-liga', 'serie-a', 'eredivisie']) {
    for (const level of LEVELS) {
      expect(text).toMatch(new RegExp(`${category}, ${level} +37 +3 +3 +0.6 +0.00 %\n`));
    }
  }
  expect(text).toMatch(/la-liga +\d+ +0.00 % +0.00 %\n/);
  expect(text).toContain('Repeats before a stock was used up: 0.');
});
