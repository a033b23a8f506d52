import { afterEach, describe, expect, test } from 'vitest';
import { NETWORKS } from '../../../src/rules/networks.ts';
import { duePromos, type PromoAsk, type PromoTimes } from '../../../src/rules/promos.ts';

const MINUTE = 60_000;
/** 13:00 in Lagos. */
const NOON = Date.parse('2026-11-17T12:00:00Z');
const [ALL, GLO] = NETWORKS.map(({ prizes }) => prizes);

/** All timed promotions, dismissed at an instant. */
const dismissedAt = (at: number): PromoTimes => ({
  million: at,
  daily: at,
  'ticket-winner': at,
  progress: at,
});
const DISMISSED = dismissedAt(NOON);

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
    [0, [], []],
    [1, [], []],
    [2, ['promo'], ['promo']],
    [3, ['promo'], ['promo']],
    [4, ['raffle-draw', 'promo'], ['promo']],
    [5, ['entry-ticket', 'raffle-draw', 'promo'], ['promo']],
    [6, ['entry-ticket', 'raffle-draw', 'promo'], ['promo']],
    [50, ['entry-ticket', 'raffle-draw', 'promo'], ['promo']],
    [null, [], []],
  ])('%s plays: %j, on glo %j', (playsUsed, ids, onGlo) => {
    for (const accountAgeDays of [0, 30]) {
      expect(due({ playsUsed, accountAgeDays })).toEqual(ids);
      expect(due({ playsUsed, accountAgeDays, prizes: GLO ?? [] })).toEqual(onGlo);
    }
    expect(due({ playsUsed, accountAgeDays: 31 })).toEqual([]);
  });

  test('who played again without coming home sees each of them once, one at a time', () => {
    const times = { ...DISMISSED };
    const shown: string[] = [];
    for (const playsUsed of [7, 7, 8, 9, 9]) {
      const [first] = due({ playsUsed, times });
      if (!first) continue;
      shown.push(first);
      Object.assign(times, { [first]: NOON });
    }
    expect(shown).toEqual(['entry-ticket', 'raffle-draw', 'promo']);
  });

  test.each(['promo', 'raffle-draw', 'entry-ticket'] as const)(
    '%s that was seen today comes again tomorrow, by the Lagos day',
    (id) => {
      const playsUsed = { promo: 2, 'raffle-draw': 4, 'entry-ticket': 5 }[id];
      const midnight = Date.parse('2026-11-17T23:00:00Z');
      const isDue = (seenAt: number, now: number) =>
        due({ playsUsed, times: { ...dismissedAt(midnight - 1), [id]: seenAt }, now }).includes(id);
      expect(isDue(midnight - 1, midnight - 1)).toBe(false);
      expect(isDue(midnight - 1, midnight)).toBe(true);
      expect(isDue(midnight - 24 * 60 * MINUTE, midnight - 1)).toBe(false);
    },
  );
});

/**
 * How long each promotion stays away that does not depend on plays, in minutes, and whether glo has
 * it.
 */
const AWAY = [
  ['million', 360, false],
  ['daily', 30, true],
  ['ticket-winner', 17, false],
  ['progress', 10, true],
] as const;

describe('by what was dismissed', () => {
  const edges = AWAY.flatMap(([id, minutes, onGlo]) =>
    [0, 30, 31].flatMap((age) =>
      [-1, 0, 1].map((ms) => ({ id, minutes, onGlo, age, ms, isOver: ms >= 0 && age <= 30 })),
    ),
  );

  test.each(edges)('$id, $minutes min and $ms ms after, an account of $age days', (edge) => {
    const { id, minutes, onGlo, age: accountAgeDays, ms, isOver } = edge;
    const now = NOON + minutes * MINUTE + ms;
    expect(due({ now, accountAgeDays }).includes(id)).toBe(isOver);
    const onGloNow = due({ now, accountAgeDays, prizes: GLO ?? [] });
    expect(onGloNow.includes(id)).toBe(isOver && onGlo);
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

  test('a phone whose clock is put forward by a day shows what is due by that clock, once', () => {
    const now = NOON + 24 * 60 * MINUTE;
    const seen = { ...DISMISSED, promo: NOON };
    expect(due({ playsUsed: 2, times: seen, now })[0]).toBe('promo');
    expect(due({ playsUsed: 2, times: { ...seen, promo: now }, now })).not.toContain('promo');
  });
});

describe("the phone's zone", () => {
  const zone = process.env.TZ;
  afterEach(() => {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  });

  /** Summer time begins in New York on 2026-03-08 and ends on 2026-11-01; Kiritimati is a day ahead. */
  test.each(['Africa/Lagos', 'America/New_York', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
    '%s changes neither the day of a count nor how long one stays away',
    (name) => {
      process.env.TZ = name;
      expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(name);
      for (const day of ['2026-03-08', '2026-11-01', '2026-12-31']) {
        const midnight = Date.parse(`${day}T23:00:00Z`);
        const times = { ...dismissedAt(midnight - 1), promo: midnight - 23 * 60 * MINUTE };
        expect(due({ playsUsed: 2, times, now: midnight - 1 })).toEqual([]);
        expect(due({ playsUsed: 2, times, now: midnight })).toEqual(['promo']);
        const late = midnight - 1 + 360 * MINUTE;
        expect(due({ times, now: late - 1 })).not.toContain('million');
        expect(due({ times, now: late })).toContain('million');
      }
    },
  );
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
    expect(due({ ...glo, playsUsed: 4 })).toEqual(['promo']);
    expect(due({ ...glo, playsUsed: 5 })).toEqual(['promo']);
  });

  test('where nothing can be won there is nothing to promote', () => {
    expect(due({ prizes: [], times: {}, playsUsed: 4 })).toEqual([]);
  });
});
