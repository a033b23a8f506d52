import { expect, test } from 'vitest';
import { whoWins } from '../../../src/rules/prize-words.ts';
import { DEFAULT_PRIZES, type PrizeTable } from '../../../src/rules/prizes.ts';

const without = (board: string): PrizeTable => DEFAULT_PRIZES.filter((row) => row.board !== board);

test.each([
  [
    'week and day',
    DEFAULT_PRIZES,
    'The top 10 of the week and the top 5 of each tier of the day win.',
  ],
  ['the week alone', without('rush'), 'The top 10 of the week win.'],
  ['the day alone', without('weekly'), 'The top 5 of each tier of the day win.'],
  ['nothing', [], null],
])('a table that pays %s says so in one sentence', (_what, table, sentence) => {
  expect(whoWins(table, 'all')).toBe(sentence);
});
