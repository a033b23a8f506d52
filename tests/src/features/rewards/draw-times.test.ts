import { describe, expect, test } from 'vitest';
import { drawMonth, isClosed, waitedDraw } from '../../../../src/features/rewards/raffle.tsx';

const lagos = (text: string) => Date.parse(`${text}:00+01:00`);

test.each([
  ['2026-11-21T12:00', false, '2026-11-29T13:00'],
  ['2026-11-29T13:00', false, '2026-11-30T13:00'],
  ['2026-11-29T13:00', true, '2026-12-29T13:00'],
  ['2026-11-30T13:00', false, '2026-12-29T13:00'],
  ['2027-02-01T00:00', false, '2027-02-28T13:00'],
])('at %s, drawn: %s, the draw of %s is waited for', (now, isDrawn, draw) => {
  expect(waitedDraw(lagos(now), isDrawn)).toBe(lagos(draw));
});

describe('a day of the draw', () => {
  test.each([
    ['2026-11-28T23:59', null],
    ['2026-11-29T00:00', '2026-11'],
    ['2026-11-30T23:59', '2026-11'],
    ['2026-12-01T00:00', null],
    ['2027-02-28T00:00', '2027-02'],
    ['2027-03-01T00:00', null],
  ])('at %s it is that of %s', (now, month) => {
    expect(drawMonth(lagos(now))).toBe(month);
  });

  test.each([
    ['2026-11-29T12:59', false],
    ['2026-11-29T13:00', true],
    ['2026-11-30T08:00', true],
    ['2027-02-28T12:59', false],
    ['2027-02-28T13:00', true],
  ])('at %s the list is closed: %s', (now, closed) => {
    expect(isClosed(lagos(now))).toBe(closed);
  });
});
