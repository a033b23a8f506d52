import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DEFAULT_PRIZES, prizeRows } from '../../../src/rules/prizes.ts';
import { rowWithPart, tierPartNaira } from '../../../src/rules/tier-parts.ts';

const TIER = { naira: 5000, places: 5, ticketPercent: 60 };

test.each([
  ['nobody', [], 0],
  ['one ticket of ₦200', [[20_000]], 24],
  ['ten accounts of one person', [Array(10).fill(100_000)], 120],
  ['ten strangers', Array(10).fill([100_000]), 1200],
  ['strangers who pay all but a kobo of it', [[4_166_600], [66]], 4999],
  ['strangers who pay it', [[4_166_600], [67]], 5000],
  ['more', Array(500).fill([100_000]), 5000],
])('a place pays its part of what %s paid for tickets', (_who, groups, naira) => {
  expect(tierPartNaira(TIER, groups)).toBe(naira);
});

test('a row that no share binds pays its prize', () => {
  expect(tierPartNaira({ ...TIER, ticketPercent: null }, [])).toBe(5000);
  const [week] = prizeRows(DEFAULT_PRIZES, 'all', 'weekly');
  expect(week && rowWithPart(week, 0)).toBe(week);
});

test('a tier never pays more than its share of the tickets, nor more than its prizes', () => {
  const kobo = fc.integer({ min: 0, max: 5_000_000 });
  const groups = fc.array(fc.array(kobo, { maxLength: 12 }), { maxLength: 40 });
  fc.assert(
    fc.property(groups, fc.integer({ min: 1, max: 100 }), (brought, ticketPercent) => {
      const naira = tierPartNaira({ ...TIER, ticketPercent }, brought);
      const all = brought.flat().reduce((sum, one) => sum + one, 0);
      expect(100 * naira * TIER.places).toBeLessThanOrEqual((all * ticketPercent) / 100);
      expect(naira).toBeLessThanOrEqual(TIER.naira);
      expect(Number.isInteger(naira)).toBe(true);
    }),
  );
});
