import { describe, expect, test } from 'vitest';
import { periodText } from '../../../../src/features/leaderboard/period.tsx';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const endsAt = Date.UTC(2026, 10, 22, 23);
const finalAt = endsAt + 24 * HOUR;
const iso = (at: number) => new Date(at).toISOString();
const week = { startsAt: iso(endsAt - 7 * 24 * HOUR), endsAt: iso(endsAt), finalAt: iso(finalAt) };

describe('the period that runs', () => {
  const running = (left: number, isAsking = false) =>
    periodText(week, endsAt - left, { isRunning: true, isAsking });

  test.each([
    [1, 'Resets in 1 min'],
    [59_000, 'Resets in 1 min'],
    [MINUTE, 'Resets in 1 min'],
    [MINUTE + 1, 'Resets in 2 min'],
    [HOUR - 1, 'Resets in 1 h'],
    [HOUR, 'Resets in 1 h'],
    [3 * HOUR + 20 * MINUTE, 'Resets in 3 h 20 min'],
    [24 * HOUR - MINUTE, 'Resets in 23 h 59 min'],
    [24 * HOUR, 'Resets in 1 d'],
    [52 * HOUR + 40 * MINUTE, 'Resets in 2 d 4 h'],
    [7 * 24 * HOUR, 'Resets in 7 d'],
  ])('with %i ms left: %s', (left, text) => {
    expect(running(left)).toBe(text);
  });

  test('that is past starts again while it is asked for', () => {
    expect(running(0, true)).toBe('Starting again…');
    expect(running(-HOUR, true)).toBe('Starting again…');
  });

  test('that is past, as far as a phone with no line or a wrong clock can tell, has its end said', () => {
    expect(running(-HOUR)).toBe('Until 00:00');
    expect(running(-30 * HOUR)).toBe('Until Mon 23 Nov at 00:00');
  });

  test('has its end said where the clock of the phone is before its start', () => {
    expect(running(8 * 24 * HOUR)).toBe('Until Mon 23 Nov at 00:00');
    expect(running(8 * 24 * HOUR, true)).toBe('Until Mon 23 Nov at 00:00');
  });
});

describe('a period that is over', () => {
  const over = (now: number, period: Parameters<typeof periodText>[0] = week) =>
    periodText(period, now, { isRunning: false, isAsking: false });

  test('is provisional for a day, then final', () => {
    expect(over(endsAt)).toBe('Not final yet. Final on Tue 24 Nov at 00:00');
    expect(over(finalAt - 1)).toBe('Not final yet. Final on Tue 24 Nov at 00:00');
    expect(over(finalAt)).toBe('Final');
  });

  test('has nothing said where nobody tells when it is final', () => {
    expect(over(finalAt, { ...week, finalAt: null })).toBeNull();
  });

  test('does not start again on a phone whose clock is slow', () => {
    expect(over(endsAt - HOUR)).toBe('Not final yet. Final on Tue 24 Nov at 00:00');
  });
});
