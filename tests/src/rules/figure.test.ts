import { expect, test } from 'vitest';
import { type FigureSpelling, isFigure } from '../../../src/rules/figure.ts';

const HEX = 'ab'.repeat(32);

test.each<[FigureSpelling, string[], string[]]>([
  [
    'hex',
    [HEX],
    [HEX.slice(2), `${HEX}ab`, HEX.toUpperCase(), `${HEX.slice(2)}fg`, ` ${HEX}`, '7'],
  ],
  ['shortest', ['0', '7', '0.5', '1234.25'], ['07', '1.50', '1.', '.5', '+1', '1e3', '1,5', '']],
  ['0', ['0', '1543'], ['1543.0', '01543', '-1', '1 543', '1,543']],
  ['2', ['1543.50', '0.05'], ['1543.5', '1543.505', '1543', '01.50', '١.٥٠']],
])('a figure of %s has one spelling', (spelling, good, bad) => {
  expect(good.filter((text) => !isFigure(text, spelling))).toEqual([]);
  expect(bad.filter((text) => isFigure(text, spelling))).toEqual([]);
});
