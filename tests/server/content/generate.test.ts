import { expect, test } from 'vitest';
import { generate } from '../../../server/content/generate.ts';
import type { Question } from '../../../server/content/question.ts';
import { positionShares } from '../../../server/content/rules.ts';
import type { Facts } from '../../../server/content/tables.ts';
import type { Source } from '../../../server/content/template.ts';
import { aQuestion } from './question.ts';

const NO_FACTS = {} as Facts;
const NOTHING = { own: [], retired: [], unsafe: new Set<string>() };

const CUPS = 'golden silver bronze copper iron oak ivory amber coral jade'.split(' ');

/** Ten templates, each with so many questions; every template asks about a cup of its own. */
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

test('the answers stand at each place equally often', () => {
  for (const share of positionShares(made(sources(30)))) expect(share).toBeCloseTo(25, 0);
});

test('a further fact changes no other question', () => {
  const texts = (all: Source[]) => new Map(made(all).map((one) => [one.id, one.question]));
  const before = texts(sources(20));
  const after = texts(sources(21));
  for (const [id, question] of before) expect(after.get(id)).toBe(question);
});

test('what is about Nigeria comes first where not all fits', () => {
  const all = sources(1000).map((source) => ({
    ...source,
    drafts: (facts: Facts) =>
      source
        .drafts(facts)
        .map((one, index) => (index % 200 === 7 ? { ...one, fact: 'Nigeria won it.' } : one)),
  }));
  expect(made(all).filter(({ fact }) => fact === 'Nigeria won it.')).toHaveLength(50);
});

test('what is retired, corrected by hand, unsafe, broken or asked before is left out', () => {
  const [first] = sources(10);
  const ids = first?.drafts(NO_FACTS).map(({ id }) => id) ?? [];
  const odd: Source = {
    id: 'odd',
    share: 15,
    drafts: () => [
      aQuestion({ id: 'broken', question: 'Who?', fact: '' }),
      aQuestion({
        id: 'again',
        question: 'Which club were winners of the oak cup of 1003 teams in 1999?',
      }),
      aQuestion({ id: 'warned', question: 'Who was first?', from: 'a bad row' }),
    ],
  };
  const out = made([...sources(10), odd], {
    retired: [{ id: ids[0], on: '2026-11-21', why: '' }],
    own: [aQuestion({ id: ids[1] ?? '', question: 'Corrected?' })],
    unsafe: new Set(['a bad row']),
  }).map(({ id }) => id);
  expect(out).toHaveLength(98);
  for (const id of ['broken', 'again', 'warned', ids[0], ids[1]]) expect(out).not.toContain(id);
});
