import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  minimumText,
  PeriodLine,
  periodText,
  prizesAt,
  winnersText,
} from '../../../../src/features/leaderboard/period.tsx';
import { amountText } from '../../../../src/rules/prize-words.ts';
import { DEFAULT_PRIZES, type PrizeRow, prizeRows } from '../../../../src/rules/prizes.ts';
import { DAY_MS, iso } from './boards.tsx';

describe('the end of the period that runs', () => {
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

describe('the period’s text', () => {
  const MINUTE = 60_000;

  const HOUR = 60 * MINUTE;

  const endsAt = Date.UTC(2026, 10, 22, 23);

  const finalAt = endsAt + 24 * HOUR;

  const iso = (at: number) => new Date(at).toISOString();

  const week = {
    startsAt: iso(endsAt - 7 * 24 * HOUR),
    endsAt: iso(endsAt),
    finalAt: iso(finalAt),
  };

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
});

function prizeOf(board: 'weekly' | 'monthly' | 'rush', tier: 1 | 2 | null = null): PrizeRow {
  const [row] = prizeRows(DEFAULT_PRIZES, 'all', board, tier);
  if (!row) throw new Error('a row of the table');
  return row;
}

describe('what a prize is paid from', () => {
  const RULE = 'Paid from 75 points, with 10 players or more in the tier.';

  test.each([
    [null, false, RULE],
    [0, false, RULE],
    [1, false, `${RULE} Only 1 so far.`],
    [9, false, `${RULE} Only 9 so far.`],
    [10, false, RULE],
    [1, true, `${RULE} Only 1 was there.`],
    [9, true, `${RULE} Only 9 were there.`],
    [10, true, RULE],
  ])('is said of Tier 1 with %j players (over: %s)', (rows, isOver, text) => {
    expect(minimumText(prizeOf('rush', 1), rows, isOver)).toBe(text);
  });

  test('names no points that everybody in the tier has', () => {
    const rule = 'Paid with 10 players or more in the tier.';
    expect(minimumText(prizeOf('rush', 2), 12, false)).toBe(rule);
    expect(minimumText({ ...prizeOf('rush', 2), minPoints: 501 }, 12, false)).toBe(
      'Paid from 501 points, with 10 players or more in the tier.',
    );
  });

  test('is said of the week, and not of a month that has no least', () => {
    expect(minimumText(prizeOf('weekly'), 3, false)).toBe('Paid from 50 points.');
    expect(minimumText({ ...prizeOf('weekly'), minPlayers: 20 }, 3, false)).toBe(
      'Paid from 50 points, with 20 players or more on the board. Only 3 so far.',
    );
    expect(minimumText(prizeOf('monthly'), 3, false)).toBeNull();
  });
});

describe('a place wins', () => {
  const win = (prize: PrizeRow | null, rows: number) =>
    [1, 5, 6].map((place) => prizesAt(prize, rows)(place, 80));

  test('what its row of the table says, from its points and players on', () => {
    const tier = prizeOf('rush', 1);
    expect(win(tier, 10)).toEqual(['₦2,000', '₦2,000', null]);
    expect(win(tier, 9)).toEqual([null, null, null]);
    expect(win({ ...tier, minPoints: 81 }, 10)).toEqual([null, null, null]);
    expect(win(null, 10)).toEqual([null, null, null]);
  });

  test('by its points where the row goes by the bands', () => {
    expect(win(prizeOf('weekly'), 1)).toEqual(['₦160', '₦160', '₦160']);
  });

  test('also where more players are asked for than a board shows', () => {
    const prize = { ...prizeOf('rush', 1), minPlayers: 200 };
    expect(win(prize, 49)).toEqual([null, null, null]);
    expect(win(prize, 50)).toEqual(['₦2,000', '₦2,000', null]);
  });

  test.each([
    ['cash', 500, '₦500'],
    ['airtime', 500, '₦500 airtime'],
    ['data', 1000, '₦1,000 data'],
    ['cash', 'bands', 'cash'],
  ] as const)('%s of %j as %j', (kind, naira, text) => {
    expect(amountText({ kind, naira })).toBe(text);
  });

  test('among as many as are paid', () => {
    expect([1, 5].map((places) => winnersText({ places }))).toEqual([
      'First place wins',
      'Top 5 win',
    ]);
  });
});
