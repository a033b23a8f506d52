import { expect, test } from 'vitest';
import { passbookCsv } from '../../../../src/features/billing/passbook.tsx';
import { aRow } from './billing.tsx';

const round = { id: 'round-1', categoryId: 'la-liga', level: 'medium', shown: 10 };

test('a row has its time in Lagos, what it is about, the coins and what was left', () => {
  const row = aRow(1, {
    at: '2026-11-20T23:30:00.000Z',
    reason: 'round-opened',
    round,
    way: null,
    coins: -150,
    balance: 1240,
  });
  expect(passbookCsv([row], { 'la-liga': 'La Liga' })).toBe(
    '\uFEFFDate,Time,What,Way,Game,Reference,Coins,Balance\r\n' +
      '2026-11-21,00:30,"La Liga, Medium",,round-1,,-150,1240\r\n',
  );
});

test.each([
  ['0012', '"=""0012"""'],
  [' =1+1', "' =1+1"],
  ['=1+1', "'=1+1"],
  ['@sum', "'@sum"],
  ['a "word"', '"a ""word"""'],
  ['two\nlines', '"two\nlines"'],
])('%j is text to a spreadsheet: %j', (reason, cell) => {
  expect(passbookCsv([aRow(1, { reason })], {})).toContain(`,${cell},Card,`);
});
