import { describe, expect, test } from 'vitest';
import { digitsOf, formatNumber, plainDigits } from '../../../src/rules/numbers.ts';

describe('digits of other keyboards', () => {
  // The browser's own list of scripts for writing numbers.
  const scripts = [
    'arab',
    'arabext',
    'fullwide',
    'deva',
    'beng',
    'adlm',
    'nkoo',
    'mathbold',
    'thai',
  ];

  test.each(scripts)('%s is read as 0 to 9', (script) => {
    const write = new Intl.NumberFormat('en', { numberingSystem: script, useGrouping: false });
    for (let digit = 0; digit < 10; digit++)
      expect(plainDigits(write.format(digit))).toBe(String(digit));
    expect(plainDigits(write.format(9_876_543_210))).toBe('9876543210');
  });

  test('all decimal digits that there are count from a zero to a nine', () => {
    const all = Array.from({ length: 0x110000 }, (_, code) => code)
      .filter((code) => /\p{Nd}/u.test(String.fromCodePoint(code)))
      .map((code) => plainDigits(String.fromCodePoint(code)));
    expect(all.length).toBeGreaterThan(600);
    expect(all).toEqual(all.map((_, index) => String(index % 10)));
  });

  test('what is no decimal digit stays, or goes with all else', () => {
    expect(plainDigits('Tier Ⅳ, x², ½ and ①')).toBe('Tier Ⅳ, x², ½ and ①');
    expect(digitsOf('+٢٣٤ (0)८०३-০০০x০০০০')).toBe('23408030000000');
  });
});

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
