import { describe, expect, test } from 'vitest';
import { formatNumber } from '../../../src/rules/numbers.ts';

describe('numbers as players read them', () => {
  test.each([
    [0, '0'],
    [999, '999'],
    [1000, '1,000'],
    [1_234_567, '1,234,567'],
    [-1234, '-1,234'],
    [1234.5, '1,235'],
    [-0.4, '0'],
    ['2500', '2,500'],
  ])('%s reads %s', (value, text) => expect(formatNumber(value)).toBe(text));

  test.each([null, undefined, Number.NaN, 'coins', '', {}])('%s reads 0.00', (value) => {
    expect(formatNumber(value)).toBe('0.00');
  });

  test('with decimals, and with another fallback', () => {
    expect(formatNumber(1234.567, 2)).toBe('1,234.57');
    expect(formatNumber('x', 0, '–')).toBe('–');
  });
});
