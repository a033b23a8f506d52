import { expect, test } from 'vitest';
import { stories } from '../../../question-bank/templates/worded-by-hand/stories.ts';
import { factsOf } from '../facts.ts';

const ROW = {
  ...{ kind: 'career', of: 'EPL', key: 'kanu', famous: '3', recent: '2', told: '3' },
  asks: 'Ajax, Inter Milan, Arsenal, Portsmouth: which Nigerian am I?',
  ...{ answer: 'Nwankwo Kanu', wrong: 'Jay-Jay Okocha|Taribo West|Finidi George' },
  ...{ states: 'Kanu won the Champions League at 18.', source: 'famous_players Nwankwo Kanu' },
};

const drafts = (change = {}) =>
  stories.flatMap((source) => source.drafts(factsOf({ told_questions: [{ ...ROW, ...change }] })));

test('a story makes one question of its kind, with its source', () => {
  expect(drafts()).toEqual([
    expect.objectContaining({
      ...{ id: 'k1-epl-kanu', template: 'k1', category: 'english-premier-league' },
      ...{ answer: 'Nwankwo Kanu', from: ROW.source, subject: ROW.source },
    }),
  ]);
});

test.each([
  ['easy', '3', '3', '2'],
  ['medium', '3', '3', '1'],
  ['medium', '2', '2', '2'],
  ['hard', '3', '1', '1'],
])('it is %s when it is known by %s, %s and %s', (level, famous, recent, told) => {
  expect(drafts({ famous, recent, told })).toMatchObject([{ level }]);
});

test('an invalid mark is reported', () => {
  expect(() => drafts({ told: '4' })).toThrow('a mark from 1 to 3');
});
