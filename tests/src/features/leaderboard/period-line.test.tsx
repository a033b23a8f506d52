import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { PeriodLine } from '../../../../src/features/leaderboard/period.tsx';
import { DAY_MS, iso } from './boards.tsx';

const MINUTE_MS = 60_000;
const NOON = Date.UTC(2026, 10, 18, 11);

beforeEach(() => vi.useFakeTimers({ now: NOON }));
afterEach(() => vi.useRealTimers());

const dayTo = (endsAt: number) => ({
  startsAt: iso(endsAt - DAY_MS),
  endsAt: iso(endsAt),
  finalAt: iso(endsAt + DAY_MS),
});

function show(endsAt: number, isRunning = true) {
  const onEnd = vi.fn();
  const line = (end: number) => (
    <PeriodLine period={dayTo(end)} isRunning={isRunning} isAsking={false} onEnd={onEnd} />
  );
  const { rerender } = render(line(endsAt));
  return {
    onEnd,
    begin: (end: number) => rerender(line(end)),
    /** Second by second, because the line is drawn in between. */
    pass: (seconds: number) => {
      for (let second = 0; second < seconds; second += 1) {
        act(() => void vi.advanceTimersByTime(1000));
      }
    },
  };
}

describe('the end of the period that runs', () => {
  test('is told each minute, until the next one has come', () => {
    const { onEnd, begin, pass } = show(NOON + 90_000);
    pass(89);
    expect(onEnd).not.toHaveBeenCalled();
    pass(1);
    expect(onEnd).toHaveBeenCalledTimes(1);
    expect(screen.getByText('Starting again…')).toBeTruthy();
    pass(120);
    expect(onEnd).toHaveBeenCalledTimes(3);
    begin(NOON + DAY_MS);
    pass(300);
    expect(onEnd).toHaveBeenCalledTimes(3);
    expect(screen.getByText(/^Resets in 23 h/)).toBeTruthy();
  });

  test('is told no more after ten minutes: the clock of such a phone is wrong', () => {
    const { onEnd, pass } = show(NOON + MINUTE_MS);
    pass(720);
    const told = onEnd.mock.calls.length;
    expect(told).toBe(10);
    pass(3600);
    expect(onEnd).toHaveBeenCalledTimes(told);
    expect(screen.getByText('Until 12:01')).toBeTruthy();
  });

  test('is told on the board of the period before it, too', () => {
    const { onEnd, pass } = show(NOON + MINUTE_MS - DAY_MS, false);
    pass(59);
    expect(onEnd).not.toHaveBeenCalled();
    pass(1);
    expect(onEnd).toHaveBeenCalledTimes(1);
  });
});
