import { expect, test } from 'vitest';
import { generate } from '../../../question-bank/generator/generate.ts';
import type { Facts } from '../../../question-bank/generator/tables.ts';
import { lookUp, type Source } from '../../../question-bank/generator/template.ts';
import type { Question } from '../../../question-bank/question.ts';
import { positionShares } from '../../../question-bank/rules/answer-positions.ts';
import { factsOf } from '../facts.ts';
import { aQuestion } from '../question.ts';

const NO_FACTS = factsOf({});
const NOTHING = { own: [], retired: [], unsafe: new Set<string>() };

const CUPS = 'golden silver bronze copper iron oak ivory amber coral jade'.split(' ');

/** Ten templates with this many questions each; every template asks about a cup of its own. */
function sources(stock: number, share = 15): Source[] {
  return CUPS.map((id) => ({
    id,
    share,
    drafts: () =>
      Array.from({ length: stock }, (_, index) =>
        aQuestion({
          id: `${id}-${1000 + index}`,
          template: id,
          question: `Which club won the ${id} cup of ${1000 + index} teams in 1999?`,
        }),
      ),
  }));
}

const made = (all: readonly Source[], content = {}): Question[] =>
  generate(NO_FACTS, all, { ...NOTHING, ...content });

test('no template fills more than its share, and as much is dealt as the shares allow', () => {
  const few = sources(3);
  const many = sources(1000).slice(0, 4);
  const all = [...few.slice(4), ...many];
  const questions = made(all);
  const counts = Map.groupBy(questions, (one) => one.template);
  for (const pile of counts.values()) {
    expect(pile.length / questions.length).toBeLessThanOrEqual(0.15);
  }
  // All 18 of the six small templates, and 6 of each large one: 15 % of 42.
  expect(questions).toHaveLength(42);
});

test('a level holds no more than is good for it', () => {
  expect(made(sources(1000))).toHaveLength(450);
});

test('a look-up is asked only where a level has fewer than 300 questions without it', () => {
  const all = (stock: number) => [
    ...sources(stock),
    ...sources(1000).map((source) => ({ ...lookUp(source), id: `old-${source.id}` })),
  ];
  const lookUps = (stock: number) => {
    const drafts = all(stock).map((source) => ({
      ...source,
      drafts: (facts: Facts) =>
        source.drafts(facts).map((one) =>
          source.isLookUp
            ? {
                ...one,
                id: `old-${one.id}`,
                template: source.id,
                question: one.question.replace('won', 'came ninth in'),
              }
            : one,
        ),
    }));
    const questions = made(drafts);
    return [questions.length, questions.filter(({ id }) => id.startsWith('old-')).length];
  };
  expect(lookUps(40)).toEqual([400, 0]);
  expect(lookUps(25)).toEqual([300, 50]);
});

test('the answers are at each position about equally often', () => {
  for (const share of positionShares(made(sources(30))))
    expect(Math.abs(share - 25)).toBeLessThan(3);
});

test('further facts change no other question while a level has room', () => {
  const inAnyOrder = ({ options, ...rest }: Question) => ({ ...rest, options: options.toSorted() });
  const after = new Map(made(sources(21)).map((one) => [one.id, inAnyOrder(one)]));
  for (const one of made(sources(20))) expect(after.get(one.id)).toEqual(inAnyOrder(one));
});

test('a template that makes a broken question is named with it', () => {
  const broken = [{ id: 'odd', share: 15, drafts: () => [aQuestion({ fact: '' })] }];
  expect(() => made(broken)).toThrow('t1-epl-2003-04: fact is empty or longer than 200 characters');
});

test('questions about Nigeria come first if not all fit', () => {
  const all = sources(1000).map((source) => ({
    ...source,
    drafts: (facts: Facts) =>
      source
        .drafts(facts)
        .map((one, index) => (index % 200 === 7 ? { ...one, fact: 'Nigeria won it.' } : one)),
  }));
  expect(made(all).filter(({ fact }) => fact === 'Nigeria won it.')).toHaveLength(50);
});

test('unsafe rows and questions asked before or by the operator are left out', () => {
  const odd: Source = {
    id: 'odd',
    share: 15,
    drafts: () => [
      aQuestion({
        id: 'again',
        question: 'Which club were winners of the oak cup of 1003 teams in 1999?',
      }),
      aQuestion({ id: 'asked', question: 'Who was the first Dane at Fulham?' }),
      aQuestion({ id: 'warned', question: 'Who was first?', from: 'a bad row' }),
    ],
  };
  const out = made([...sources(10), odd], {
    own: [aQuestion({ id: 'own-1', question: 'Who was the very first Dane at Fulham?' })],
    unsafe: new Set(['a bad row']),
  }).map(({ id }) => id);
  expect(out).toHaveLength(100);
  for (const id of ['again', 'asked', 'warned', 'own-1']) expect(out).not.toContain(id);
});

test('a question that is corrected by hand stays, so that the correction can be undone', () => {
  const [first] = sources(10);
  const [original = aQuestion()] = first?.drafts(NO_FACTS) ?? [];
  const out = made(sources(10), { own: [{ ...original, fact: 'Corrected.' }] });
  expect(out.find(({ id }) => id === original.id)?.fact).toBe(original.fact);
});

test('a question that is retired stays, though the operator asks it in words of their own', () => {
  const [first] = sources(10);
  const [original = aQuestion()] = first?.drafts(NO_FACTS) ?? [];
  const own = [{ ...original, id: 'own-1' }];
  const ids = (content: object) => made(sources(10), content).map(({ id }) => id);
  expect(ids({ own })).not.toContain(original.id);
  expect(ids({ own, retired: [{ id: original.id, on: '2026-11-21', why: '' }] })).toContain(
    original.id,
  );
});
