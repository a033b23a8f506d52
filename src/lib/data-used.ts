import * as v from 'valibot';
import { env } from '../config/env.ts';
import type { Fetched } from '../config/worker-messages.ts';
import { lagosDate } from '../rules/calendar.ts';

/** The uses of data (offline.md#data-meter). */
export const DATA_USES = ['app', 'play', 'boards', 'pictures', 'other'] as const;
export type DataUse = (typeof DATA_USES)[number];

/** Bytes by use. `untold` is the number of replies whose size the browser does not give. */
export type Used = Partial<Record<DataUse | 'untold', number>>;

/** Each Lagos day's use, by its date as `2026-11-17`. */
export type UsedByDay = Record<string, Used>;

/** The use of data as any earlier build kept it. A day that cannot be read counts as empty. */
export const usedByDaySchema = v.record(
  v.string(),
  v.fallback(v.record(v.string(), v.number()), {}),
);

/** How many days are kept. */
const KEPT_DAYS = 31;

/**
 * The bytes that a request itself takes: its address and headers, which no browser reports
 * (offline.md#data-meter).
 */
const ASKED_BYTES = 440;

const PLAY =
  /^\/(questions|categories|rush|proof-round|points$|points\/(user-points|tournament)$|user\/(reduce-play|dailyplays))/;
const BOARDS = /^\/points\//;
const DECK = /^\/assets\/deck-/;

/** Gives the use that a request belongs to. */
function purposeOf(name: string): DataUse {
  const { href, origin, pathname } = new URL(name);
  const under = (base: string) => {
    const start = new URL(base, location.origin).href;
    return href.startsWith(`${start}/`) ? pathname.slice(new URL(start).pathname.length) : null;
  };
  const call = under(env.apiUrl);
  if (call !== null) return PLAY.test(call) ? 'play' : BOARDS.test(call) ? 'boards' : 'other';
  // The SVG files at this address are the art of the competitions, which belongs to the app.
  if (under(env.staticUrl) !== null) return pathname.endsWith('.svg') ? 'app' : 'pictures';
  if (origin !== location.origin) return 'other';
  if (DECK.test(pathname)) return 'play';
  return /^\/(assets|icons|screenshots)\/|^\/[^/]*$/.test(pathname) && pathname !== '/he.php'
    ? 'app'
    : 'other';
}

/** Adds a request to its day. A reply from the phone's own copies adds nothing. */
export function addFetched(used: UsedByDay, fetched: Fetched): UsedByDay {
  const { name, endedAt, transferSize, encodedBodySize } = fetched;
  if (!/^https?:/.test(name)) return used;
  if (transferSize > 0) {
    return addTo(used, lagosDate(endedAt), { [purposeOf(name)]: transferSize + ASKED_BYTES });
  }
  const isElsewhere = new URL(name).origin !== location.origin;
  return isElsewhere && encodedBodySize === 0
    ? addTo(used, lagosDate(endedAt), { untold: 1 })
    : used;
}

/** Adds up two records of use, day by day. */
export function addUsed(used: UsedByDay, more: UsedByDay): UsedByDay {
  return Object.entries(more).reduce((sum, [date, day]) => addTo(sum, date, day), used);
}

function addTo(used: UsedByDay, date: string, day: Used): UsedByDay {
  const sum: Record<string, number> = { ...used[date] };
  for (const [use, amount] of Object.entries(day)) sum[use] = (sum[use] ?? 0) + amount;
  return { ...used, [date]: sum };
}

/**
 * Gives the newest 31 days. A day after `today` (as `2026-11-17`) was noted by a clock that was ahead,
 * so it is dropped. Without `today`, because it is not known yet, such days stay.
 */
export function newestDays(used: UsedByDay, today?: string): UsedByDay {
  const past = Object.entries(used).filter(([day]) => !today || day <= today);
  return Object.fromEntries(past.sort().slice(-KEPT_DAYS));
}

/** Gives the use of today and of this month in Lagos. `now` is in epoch milliseconds. */
export function usedNow(used: UsedByDay, now: number): { today: Used; month: Used } {
  const date = lagosDate(now);
  const month = Object.entries(used).filter(([day]) => day.slice(0, 7) === date.slice(0, 7));
  const sum = month.reduce<UsedByDay>((all, [, day]) => addTo(all, 'month', day), {});
  return { today: used[date] ?? {}, month: sum.month ?? {} };
}

/** The sum of all uses, in bytes. */
export function totalOf(used: Used): number {
  return DATA_USES.reduce((sum, use) => sum + (used[use] ?? 0), 0);
}

/** `0 KB`, `under 1 KB`, `12 KB`, `1.4 MB`: bytes for a player, 1,000 KB in a MB. */
export function dataText(bytes: number): string {
  if (bytes === 0) return '0 KB';
  if (bytes < 1000) return 'under 1 KB';
  return bytes < 999_500 ? `${Math.round(bytes / 1000)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
