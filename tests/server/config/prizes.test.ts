import { expect, test } from 'vitest';
import { readConfig } from '../../../server/config/config.ts';
import { DEFAULT_PRIZES } from '../../../src/rules/prizes.ts';

const WEEKLY = { pool: 'all', board: 'weekly', places: 10, naira: 'bands' };
const TIER = { pool: 'glo', board: 'rush', tier: 1, places: 5, naira: 2000 };

test('the default prizes are built in, with nothing withheld', () => {
  expect(readConfig({})).toMatchObject({ prizes: DEFAULT_PRIZES, withholdingPercent: 0 });
});

test('a table of the operator takes its place whole, with nothing asked for that it does not say', () => {
  const { prizes } = readConfig({ PRIZES: JSON.stringify([TIER]) });
  const rest = { kind: 'cash', minPoints: 1, minPlayers: 1, minCoinsBought: 0, reserves: 0 };
  expect(prizes).toEqual([{ ...TIER, ...rest, ticketPercent: 60 }]);
  const half = { ...TIER, ticketPercent: 50 };
  expect(readConfig({ PRIZES: JSON.stringify([half]) }).prizes).toEqual([{ ...half, ...rest }]);
  expect(readConfig({ PRIZES: JSON.stringify([WEEKLY]) }).prizes).toMatchObject([
    { tier: null, ticketPercent: null },
  ]);
  expect(readConfig({ PRIZES: '[]' }).prizes).toEqual([]);
});

test.each([
  ['is no JSON', 'much'],
  ['is one row', JSON.stringify(WEEKLY)],
  ['has a pool that there is not', JSON.stringify([{ ...WEEKLY, pool: 'mtn' }])],
  ['has a board that there is not', JSON.stringify([{ ...WEEKLY, board: 'yearly' }])],
  ['has a tier of a week', JSON.stringify([{ ...WEEKLY, tier: 1 }])],
  ['has a day without a tier', JSON.stringify([{ ...TIER, tier: null }])],
  ['has bands of a day', JSON.stringify([{ ...TIER, naira: 'bands' }])],
  ['has a share of the tickets of a week', JSON.stringify([{ ...WEEKLY, ticketPercent: 60 }])],
  ['gives more than the tickets', JSON.stringify([{ ...TIER, ticketPercent: 101 }])],
  ['has reserves of a week', JSON.stringify([{ ...WEEKLY, reserves: 5 }])],
  [
    'has data of the raffle',
    JSON.stringify([{ ...WEEKLY, board: 'raffle', naira: 5, kind: 'data' }]),
  ],
  ['pays nothing', JSON.stringify([{ ...WEEKLY, naira: 0 }])],
  ['pays a part of a naira', '[{"pool":"all","board":"weekly","places":1,"naira":99.5}]'],
  ['has a row twice', JSON.stringify([TIER, { ...TIER, naira: 3000 }])],
  ['has a misspelt field', JSON.stringify([{ ...WEEKLY, minPoint: 50 }])],
])('a table that %s stops the start', (_what, PRIZES) => {
  expect(() => readConfig({ PRIZES })).toThrow(/^PRIZES is .* Allowed: JSON with every row/);
});

test('a share of each prize is withheld', () => {
  expect(readConfig({ WITHHOLDING_PERCENT: '7.5' }).withholdingPercent).toBe(7.5);
  for (const wrong of ['100', '-1', '5%', '7.555', 'ten']) {
    expect(() => readConfig({ WITHHOLDING_PERCENT: wrong })).toThrow(/^WITHHOLDING_PERCENT is/);
  }
});
