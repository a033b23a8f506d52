import { describe, expect, test } from 'vitest';
import { NETWORKS } from '../../../src/rules/networks.ts';
import { duePromos, type PromoAsk, type PromoTimes } from '../../../src/rules/promos.ts';

const MINUTE = 60_000;
/** 13:00 in Lagos. */
const NOON = Date.parse('2026-11-17T12:00:00Z');
const [ALL, GLO] = NETWORKS.map(({ prizes }) => prizes);

/** All timed promotions, dismissed just now. */
const DISMISSED: PromoTimes = {
  million: NOON,
  daily: NOON,
  'ticket-winner': NOON,
  progress: NOON,
};

function due(asked: Partial<PromoAsk>) {
  return duePromos({
    accountAgeDays: 0,
    playsUsed: 0,
    prizes: ALL ?? [],
    times: DISMISSED,
    now: NOON,
    ...asked,
  });
}

describe('by plays used today', () => {
  test.each([
    [0, []],
    [1, []],
    [2, ['promo']],
    [3, []],
    [4, ['raffle-draw']],
    [5, ['entry-ticket']],
    [6, []],
    [50, []],
    [null, []],
  ])('%s plays: %j', (playsUsed, ids) => {
    expect(due({ playsUsed })).toEqual(ids);
  });

  test('a modal that was seen today comes again tomorrow at the same count, by the Lagos day', () => {
    const lastMinute = Date.parse('2026-11-17T22:59:00Z');
    const times = { ...DISMISSED, promo: NOON, million: lastMinute, daily: lastMinute };
    const late = { ...times, 'ticket-winner': lastMinute, progress: lastMinute };
    expect(due({ playsUsed: 2, times: late, now: lastMinute })).toEqual([]);
    expect(due({ playsUsed: 2, times: late, now: lastMinute + MINUTE })).toEqual(['promo']);
  });
});

describe('by what was dismissed', () => {
  test.each([
    ['million', 360],
    ['daily', 30],
    ['ticket-winner', 17],
    ['progress', 10],
  ] as const)('%s is away for %i minutes', (id, minutes) => {
    expect(due({ now: NOON + minutes * MINUTE - 1 })).not.toContain(id);
    expect(due({ now: NOON + minutes * MINUTE })).toContain(id);
  });

  test('the one that stays away longest comes first, a modal of the count before all', () => {
    const now = NOON + 360 * MINUTE;
    expect(due({ now })).toEqual(['million', 'daily', 'ticket-winner', 'progress']);
    expect(due({ now, playsUsed: 4 })[0]).toBe('raffle-draw');
    expect(due({ times: {} })).toEqual(['million', 'daily', 'ticket-winner', 'progress']);
  });

  test('a phone whose clock was put back shows again what a later clock has dismissed', () => {
    expect(due({ now: NOON - 1 })).toEqual(['million', 'daily', 'ticket-winner', 'progress']);
    const times = { ...DISMISSED, promo: NOON + 1 };
    expect(due({ playsUsed: 2, times })).toEqual(['promo']);
  });
});

describe('by who plays', () => {
  test.each([
    [0, true],
    [30, true],
    [31, false],
    [Number.NaN, false],
  ])('an account of %i days: %s', (accountAgeDays, isAsked) => {
    expect(due({ accountAgeDays, times: {}, playsUsed: 2 }).length > 0).toBe(isAsked);
  });

  test('glo hides what is of the raffle: draw, entry ticket, ticket winner and million', () => {
    const glo = { prizes: GLO ?? [] };
    expect(due({ ...glo, times: {} })).toEqual(['daily', 'progress']);
    expect(due({ ...glo, playsUsed: 2 })).toEqual(['promo']);
    expect(due({ ...glo, playsUsed: 4 })).toEqual([]);
    expect(due({ ...glo, playsUsed: 5 })).toEqual([]);
  });

  test('where nothing can be won there is nothing to promote', () => {
    expect(due({ prizes: [], times: {}, playsUsed: 4 })).toEqual([]);
  });
});
