import { expect, test } from 'vitest';
import { stats } from '../../../question-bank/commands/stats.ts';
import { aContentFolder } from '../support/content-folder.ts';
import { aQuestion, someQuestions } from '../support/question.ts';

test('stats give counts and the days of play without a repeat', () => {
  const generated = someQuestions(120, { level: 'easy' });
  const own = [aQuestion({ reviewBy: '2026-01-01', fact: 'A Nigerian won it.' })];
  const retired = [{ id: 'gone', on: '2026-11-21', why: '' }];
  const { lines } = stats(aContentFolder({ generated, own, retired }), '2026-11-21');
  expect(lines).toContainEqual(
    expect.stringMatching(/^english-premier-league +120 +1 +0 +121 +1$/),
  );
  expect(lines).toContainEqual(expect.stringMatching(/^english-premier-league +1\.8 +0\.0 +0\.0$/));
  expect(lines).toContainEqual(expect.stringMatching(/^cup-3 +12 +0 +0 +12$/));
  expect(lines).toContain('21 questions of the deck, which no game that counts deals.');
  expect(lines.at(-1)).toBe(
    "1 question of the operator's own, 1 retired, 1 due for review by 2026-11-21.",
  );
});
