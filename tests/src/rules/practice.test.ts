import { expect, test } from 'vitest';
import {
  comesBackIn,
  dueOn,
  type Missed,
  NO_PRACTICE,
  type Practice,
  type PracticeEvent,
  stepPractice,
} from '../../../src/rules/practice.ts';
import { daysAfter } from '../../../src/rules/streak.ts';

const FIRST = '2026-11-17';

/** A question missed this many days after the first day. */
function missed(
  id: string,
  day = 0,
  parts: { said?: string | null; letters?: number } = {},
): Missed {
  const question = {
    id,
    category: 'La Liga',
    question: `Who won cup ${id}? ${'x'.repeat(parts.letters ?? 0)}`,
    options: ['Betis', 'Celta', 'Cadiz', 'Elche'],
    answer: 'Betis',
    fact: null,
  };
  return { question, said: parts.said ?? null, on: daysAfter(FIRST, day) };
}

const after = (...events: PracticeEvent[]): Practice => events.reduce(stepPractice, NO_PRACTICE);
const miss = (...list: Missed[]): PracticeEvent => ({ type: 'missed', missed: list });
const right = (day: number, id = 'a'): PracticeEvent => ({
  type: 'right',
  on: daysAfter(FIRST, day),
  id,
});
const wrong = (day: number, id = 'a'): PracticeEvent => ({
  type: 'wrong',
  on: daysAfter(FIRST, day),
  id,
  said: 'Elche',
});
const idsDue = (practice: Practice, day: number) =>
  dueOn(practice, daysAfter(FIRST, day)).map(({ id }) => id);

test.each<[string, PracticeEvent[], number | 'won back']>([
  ['missed', [], 0],
  ['right once', [right(0)], 3],
  ['right once, four days late', [right(4)], 7],
  ['right twice', [right(0), right(3)], 13],
  ['right three times', [right(0), right(3), right(13)], 'won back'],
  ['wrong', [wrong(0)], 0],
  ['wrong after it was right', [right(0), wrong(3)], 3],
  ['right after that', [right(0), wrong(3), right(3)], 6],
  ['right twice, then wrong, then right', [right(0), right(3), wrong(13), right(13)], 16],
  [
    'missed in a game again after it was right twice',
    [right(0), right(3), miss(missed('a', 5))],
    5,
  ],
  ['missed again, and right once', [right(0), right(3), miss(missed('a', 5)), right(5)], 8],
  ['another one right', [right(0, 'b')], 0],
])('a question that was %s is due on day %s', (_what, events, day) => {
  const practice = after(miss(missed('a')), ...events);
  if (day === 'won back') {
    expect(practice).toEqual({ mistakes: [], wonBack: 1 });
    return;
  }
  expect(practice.wonBack).toBe(0);
  expect(practice.mistakes.map(({ dueOn: due }) => due)).toEqual([daysAfter(FIRST, day)]);
  expect(idsDue(practice, day)).toEqual(['a']);
  // No correct clock shows the day before something was missed.
  expect(idsDue(practice, day - 1)).toEqual(practice.mistakes[0]?.rights ? [] : ['a']);
});

test.each<[string, PracticeEvent[], number, number]>([
  ['missed', [], 0, 1],
  ['right once', [right(0)], 3, 1],
  ['right twice', [right(0), right(3)], 13, 4],
])(
  'a question that was %s by a clock days ahead is due when that is put right',
  (_what, events, day, ahead) => {
    const practice = after(miss(missed('a')), ...events);
    const last = events.length === 2 ? 3 : 0;
    expect(idsDue(practice, last - 1)).toEqual(['a']);
    expect(comesBackIn(practice, daysAfter(FIRST, last - ahead))).toBeNull();
    expect(idsDue(practice, day)).toEqual(['a']);
  },
);

test('what has waited longest comes first, of one day what was missed first', () => {
  const practice = after(
    miss(missed('a'), missed('b'), missed('c')),
    right(0, 'a'),
    right(0, 'b'),
    miss(missed('d', 1)),
    wrong(3, 'b'),
  );
  expect(idsDue(practice, 3)).toEqual(['c', 'd', 'a', 'b']);
});

test('a question that is missed twice is kept once, with what was said last', () => {
  const practice = after(miss(missed('a', 0, { said: 'Celta' })), miss(missed('a', 2)));
  expect(practice.mistakes).toMatchObject([{ id: 'a', said: null, missedOn: '2026-11-19' }]);
  expect(stepPractice(practice, wrong(2)).mistakes).toMatchObject([{ id: 'a', said: 'Elche' }]);
});

test('of more than 200 the oldest go', () => {
  const many = Array.from({ length: 230 }, (_, index) => missed(`${index}`, index));
  const { mistakes } = after(miss(...many.slice(0, 120)), miss(...many.slice(120)));
  expect(mistakes).toHaveLength(200);
  const ids = new Set(mistakes.map(({ id }) => id));
  expect(ids.has('29')).toBe(false);
  expect(ids.has('30')).toBe(true);
  expect(ids.has('229')).toBe(true);
});

test('long ones are kept up to 120,000 letters, the newest first', () => {
  const long = Array.from({ length: 10 }, (_, index) =>
    missed(`${index}`, index, { letters: 30_000 }),
  );
  const practice = after(miss(...long));
  expect(JSON.stringify(practice.mistakes).length).toBeLessThanOrEqual(120_100);
  expect(practice.mistakes.map(({ id }) => id)).toEqual(['9', '8', '7']);
});

test.each<[string, PracticeEvent[], number, { first: number; last: number } | null]>([
  ['nothing', [], 0, null],
  ['what is due today alone', [miss(missed('a'))], 0, null],
  ['one in three days', [miss(missed('a')), right(0)], 0, { first: 3, last: 3 }],
  ['the same, two days later', [miss(missed('a')), right(0)], 2, { first: 1, last: 1 }],
  [
    'three and ten days',
    [miss(missed('a'), missed('b', 3)), right(0), right(3), right(3, 'b')],
    3,
    { first: 3, last: 10 },
  ],
])('of %s it says in how many days they come back', (_what, events, day, days) => {
  expect(comesBackIn(after(...events), daysAfter(FIRST, day))).toEqual(days);
});
