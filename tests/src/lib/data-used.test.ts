import { expect, test } from 'vitest';
import type { Fetched } from '../../../src/config/worker-messages.ts';
import {
  addFetched,
  addUsed,
  dataText,
  newestDays,
  totalOf,
  type UsedByDay,
  usedNow,
} from '../../../src/lib/data-used.ts';

/** The bytes that a request sends are counted by one figure for all. */
const ASKED = 440;

/** A minute before midnight in Lagos, between the last of October and the first of November. */
const MIDNIGHT = Date.UTC(2026, 9, 31, 23);

function fetched(name: string, more: Partial<Fetched> = {}): Fetched {
  const sizes = { transferSize: 1000, encodedBodySize: 700 };
  return { name: new URL(name, location.origin).href, endedAt: MIDNIGHT, ...sizes, ...more };
}

const used = (...all: Fetched[]) => all.reduce<UsedByDay>(addFetched, {});

test.each([
  ['/home', 'app'],
  ['/assets/first-x.js', 'app'],
  ['/icons/icon-192.png', 'app'],
  ['/static/la-liga.svg', 'app'],
  ['/static/ada-7.webp', 'pictures'],
  ['/assets/deck-93ef33ba.json', 'play'],
  ['/api/v2/questions/3?level=hard', 'play'],
  ['/api/v2/categories?page=1', 'play'],
  ['/api/v2/points', 'play'],
  ['/api/v2/points/user-points', 'play'],
  ['/api/v2/rush/runs/1/answers', 'play'],
  ['/api/v2/points/monthly', 'boards'],
  ['/api/v2/points/tournament/leaderboard?tier=1', 'boards'],
  ['/api/v2/payments', 'other'],
  ['/api/v2/user/2348030000000', 'other'],
  ['/he.php', 'other'],
  ['https://pay.example.ng/inline.js', 'other'],
])('what %s took is counted as %s', (name, use) => {
  expect(used(fetched(name))).toEqual({ '2026-11-01': { [use]: 1000 + ASKED } });
});

test('what came from the phone itself counts nothing, what a site does not tell is named', () => {
  const cached = { transferSize: 0 };
  const untold = { transferSize: 0, encodedBodySize: 0 };
  expect(used(fetched('/assets/a.js', cached), fetched('data:text/plain,a'))).toEqual({});
  expect(used(fetched('/assets/a.js', untold))).toEqual({});
  expect(used(fetched('https://a.example.ng/a', cached))).toEqual({});
  expect(used(fetched('https://a.example.ng/a', untold))).toEqual({
    '2026-11-01': { untold: 1 },
  });
});

test('a request counts for the day in Lagos on which it ended, and for its month', () => {
  const kept = used(
    fetched('/assets/a.js', { endedAt: MIDNIGHT - 1 }),
    fetched('/assets/b.js', { endedAt: MIDNIGHT }),
    fetched('/api/v2/payments', { endedAt: MIDNIGHT + 86_400_000 }),
  );
  const each = 1000 + ASKED;
  expect(usedNow(kept, MIDNIGHT - 1)).toEqual({ today: { app: each }, month: { app: each } });
  expect(usedNow(kept, MIDNIGHT)).toEqual({
    today: { app: each },
    month: { app: each, other: each },
  });
  expect(totalOf(usedNow(kept, MIDNIGHT).month)).toBe(2 * each);
  expect(usedNow(kept, MIDNIGHT + 40 * 86_400_000)).toEqual({ today: {}, month: {} });
});

test('two tabs that count add up, and the newest 31 days stay', () => {
  const day = (number: number) => `2026-11-${String(number).padStart(2, '0')}`;
  const first = { [day(1)]: { app: 1 }, [day(2)]: { app: 2, untold: 1 } };
  expect(addUsed(first, { [day(2)]: { app: 3, play: 4 } })).toEqual({
    [day(1)]: { app: 1 },
    [day(2)]: { app: 5, play: 4, untold: 1 },
  });
  const many = Object.fromEntries(
    Array.from({ length: 40 }, (_, index) => [`2026-0${1 + (index % 9)}-${10 + index}`, {}]),
  );
  expect(Object.keys(newestDays(many))).toEqual(Object.keys(many).sort().slice(-31));
});

test('days that a clock ahead has noted go once the day is known, and not before', () => {
  const used = { '2026-11-20': { app: 1 }, '2026-11-21': { app: 2 }, '2037-01-01': { app: 4 } };
  expect(newestDays(used)).toEqual(used);
  expect(Object.keys(newestDays(used, '2026-11-21'))).toEqual(['2026-11-20', '2026-11-21']);
});

test.each([
  [0, '0 KB'],
  [1, 'under 1 KB'],
  [999, 'under 1 KB'],
  [1499, '1 KB'],
  [999_499, '999 KB'],
  [999_500, '1.0 MB'],
  [1_440_000, '1.4 MB'],
])('%i bytes are told as %s', (bytes, text) => {
  expect(dataText(bytes)).toBe(text);
});
