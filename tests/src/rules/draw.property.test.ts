import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { ticketCode } from '../../../src/rules/ticket-code.ts';
import { cases } from '../../support/cases.ts';
import { secondWinners } from '../../support/second-draw.ts';
import { FIGURE, SEED, winnersOf } from './drawn-codes.ts';

test('a hundred thousand tickets of random codes are drawn alike by both', async () => {
  const codes = [
    ...new Set(Array.from({ length: cases(100_000) }, () => ticketCode(randomInt(2 ** 39)))),
  ];
  codes.sort();
  expect(await winnersOf(codes)).toEqual(
    secondWinners(codes, { seed: SEED, figure: FIGURE, count: 6 }),
  );
});
