import { expect, test } from 'vitest';
import { retire } from '../../../question-bank/commands/retire.ts';
import { readContent } from '../../../question-bank/reader/content.ts';
import { loadBank } from '../../../question-bank/reader/load-bank.ts';
import { aContentFolder } from '../content-folder.ts';
import { someQuestions } from '../question.ts';

test('a retired question is dealt no more, and is retired once', () => {
  const folder = aContentFolder({ generated: someQuestions(11) });
  const { lines } = retire(folder, 'cup-1900', { on: '2026-11-21', why: 'two right answers' });
  expect(lines[1]).toMatch(/^english-premier-league, medium has 10 questions left\./);
  expect(loadBank(folder).questions.map(({ id }) => id)).not.toContain('cup-1900');
  expect(retire(folder, 'cup-1900', { on: '2026-11-22', why: '' }).lines).toEqual([
    'cup-1900 is retired already.',
  ]);
  expect(readContent(folder).retired).toEqual([
    { id: 'cup-1900', on: '2026-11-21', why: 'two right answers' },
  ]);
});

test('a question is not retired when a round could not be dealt without it', () => {
  const folder = aContentFolder({ generated: someQuestions(10) });
  expect(() => retire(folder, 'cup-1900', { on: '2026-11-21', why: '' })).toThrow(
    'english-premier-league, medium would be left with 9 questions, too few for a round',
  );
  expect(() => retire(folder, 'nothing', { on: '2026-11-21', why: '' })).toThrow(
    'no question in play has the id nothing: look it up in an export',
  );
  expect(readContent(folder).retired).toEqual([]);
});
