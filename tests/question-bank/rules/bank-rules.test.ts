import { expect, test } from 'vitest';
import { brokenIn } from '../../../question-bank/rules/bank-rules.ts';
import { aQuestion, someQuestions } from '../question.ts';

function broken(content: Partial<Parameters<typeof brokenIn>[0]>) {
  return brokenIn({
    generated: [],
    own: [],
    retired: [],
    unsafe: new Set(),
    weights: new Map(),
    ...content,
  });
}

const league = 'english-premier-league';

test('a sound bank breaks no rule', () => {
  expect(broken({ generated: someQuestions(120) })).toEqual([]);
});

test('a question that breaks a rule on its own is reported by its id', () => {
  expect(broken({ generated: [aQuestion({ fact: '' })] })).toEqual([
    { id: 't1-epl-2003-04', rule: 'fact is empty or longer than 200 characters' },
  ]);
});

test('a row that the tables mark as disputed or unsafe is not asked', () => {
  const from = 'season_tables SerieA 2004-05 Juventus';
  expect(broken({ generated: [aQuestion({ from })], unsafe: new Set([from]) })).toEqual([
    { id: 't1-epl-2003-04', rule: `the tables warn of its row (${from})` },
  ]);
});

test('two questions with one id are refused', () => {
  const [one = aQuestion(), other] = someQuestions(2);
  expect(broken({ generated: [one, { ...other, ...one, question: 'Who came first?' }] })).toEqual([
    { id: one.id, rule: `has the id of ${one.id}` },
  ]);
});

test('two questions of a category that ask the same are refused', () => {
  const again = aQuestion({ id: 'x', question: 'Which club were league winners in 2003-04?' });
  const one = aQuestion({ question: 'Which club won the league in 2003-04?' });
  expect(broken({ generated: [one], own: [again] })).toEqual([
    { id: 'x', rule: 'asks the same as t1-epl-2003-04' },
  ]);
});

test('answers too often at one position are refused', () => {
  const generated = someQuestions(100).map((one, index) =>
    index < 20 ? { ...one, options: [one.answer, ...others(one.options, one.answer)] } : one,
  );
  expect(broken({ generated })).toContainEqual({
    id: league,
    rule: 'the answer stands at place 1 in 40.0 %',
  });
});

function others(options: readonly string[], answer: string): string[] {
  return options.filter((option) => option !== answer);
}

test('a template that fills more than 15 % of a level is refused', () => {
  const generated = someQuestions(100).map((one, index) =>
    index < 16 ? { ...one, template: 'cup-9' } : { ...one, template: `other-${index % 8}` },
  );
  expect(broken({ generated })).toEqual([
    { id: league, rule: 'cup-9 fills 16.0 % of the level medium' },
  ]);
});

test('a correction replaces the question it corrects', () => {
  const generated = [aQuestion({ fact: '' })];
  expect(broken({ generated, own: [aQuestion()] })).toEqual([]);
});

test('a retired question is not looked at any more', () => {
  const retired = [{ id: 't1-epl-2003-04', on: '2026-11-21', why: '' }];
  expect(broken({ generated: [aQuestion({ fact: '' })], retired })).toEqual([]);
});

test('openings that too many of a level have are refused', () => {
  const begin = (count: number, template: string) =>
    someQuestions(100, { category: 'la-liga', template }).map((one, index) =>
      index < count ? { ...one, question: `In which ${one.question.slice(6)}` } : one,
    );
  const rulesOf = (generated: ReturnType<typeof begin>) =>
    broken({ generated }).filter(({ rule }) => rule.includes('begin with'));
  expect(rulesOf(begin(20, 'k1'))).toEqual([]);
  const rule = '26.0 % begin with "in which"';
  expect(rulesOf(begin(26, 't1'))).toEqual([
    { id: 'level medium', rule },
    { id: 'la-liga, medium', rule },
  ]);
  expect(rulesOf(begin(21, 'k1'))).toEqual([
    { id: 'level medium', rule: '21.0 % begin with "in which"' },
    { id: 'level medium, worded by hand', rule: '21.0 % begin with "in which"' },
  ]);
});

test.each([
  ['one giant among three small clubs', ['Arsenal', 'Barnsley', 'Blackpool', 'Oldham'], true],
  ['one small club among giants', ['Arsenal', 'Chelsea', 'Barnsley', 'Everton'], true],
  ['giants alone', ['Arsenal', 'Chelsea', 'Liverpool', 'Everton'], false],
  ['two of each', ['Arsenal', 'Chelsea', 'Barnsley', 'Oldham'], false],
  ['a club between the two', ['Arsenal', 'Chelsea', 'Fulham', 'Oldham'], false],
])('%s among the options: refused is %j, %j', (_, options, isRefused) => {
  const seasons = { Arsenal: 33, Chelsea: 33, Liverpool: 33, Everton: 33, Fulham: 18 };
  const small = { Barnsley: 1, Blackpool: 1, Oldham: 2 };
  const weights = new Map([[league, new Map(Object.entries({ ...seasons, ...small }))]]);
  const question = aQuestion({ options, answer: 'Arsenal' });
  const found = [{ id: question.id, rule: 'one club stands out among its options by its size' }];
  expect(broken({ generated: [question], weights })).toEqual(isRefused ? found : []);
  expect(broken({ generated: [{ ...question, template: 'k1' }], weights })).toEqual([]);
});
