import { expect, test } from 'vitest';
import { stats } from '../../../question-bank/commands/stats.ts';
import { aContentFolder } from '../content-folder.ts';
import { aQuestion, someQuestions } from '../question.ts';

test('stats give counts and the days of play without a repeat', () => {
  const generated = someQuestions(120, { level: 'easy' });
  const own = [aQuestion({ reviewBy: '2026-01-01', fact: 'A Nigerian won it.' })];
  const retired = [{ id: 'gone', on: '2026-11-21', why: '' }];
  const cup = someQuestions(30, { category: 'african-cup-of-nations', level: 'hard' });
  const africa = cup.map((one) => ({ ...one, id: `africa-${one.id}` }));
  const folder = aContentFolder({
    generated: [...generated, ...africa],
    own,
    retired,
    africanNames: ['Nigerian'],
  });
  const { lines } = stats(folder, '2026-11-21');
  expect(lines).toContainEqual(
    expect.stringMatching(/^english-premier-league +120 +1 +0 +121 +1 +1$/),
  );
  expect(lines).toContainEqual(
    expect.stringMatching(/^african-cup-of-nations +0 +0 +30 +30 +0 +30$/),
  );
  expect(lines).toContainEqual(expect.stringMatching(/^english-premier-league +2\.0 +0\.0 +0\.0$/));
  expect(lines).toContainEqual(expect.stringMatching(/^cup-3 +12 +0 +3 +15$/));
  expect(lines).toContain('20 questions of the deck, which no game that counts deals.');
  expect(lines.at(-1)).toBe(
    "1 question of the operator's own, 1 retired, 1 due for review by 2026-11-21.",
  );
});
