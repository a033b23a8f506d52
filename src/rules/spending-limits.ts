import { DAY_MS, weekOf } from './calendar.ts';

/** The lowest and the highest weekly limit, in naira (billing.md#spending-limits). */
export const WEEKLY_LIMIT_NAIRA = { min: 50, max: 100_000 } as const;

/** The lengths of a break from buying, in days (billing.md#spending-limits). */
export const BREAK_DAYS = [1, 7, 30] as const;

export type BreakDays = (typeof BREAK_DAYS)[number];

/**
 * A weekly limit in naira (`null` for no limit), and the next limit, which replaces it at `from`
 * (epoch ms).
 */
export type WeeklyLimit = {
  naira: number | null;
  next: { naira: number | null; from: number } | null;
};

/**
 * The limit that holds at `now` (epoch ms). A next limit that was due by then has replaced the old
 * limit.
 */
export function limitAt(limit: WeeklyLimit, now: number): WeeklyLimit {
  const { next } = limit;
  return next && next.from <= now ? { naira: next.naira, next: null } : limit;
}

/**
 * The limit after the player has asked for `wanted` naira (`null` for no limit) at `now` (epoch
 * ms). A lower limit counts at once. A higher limit, or no limit, counts from the next week in
 * Lagos (billing.md#spending-limits).
 */
export function setLimit(limit: WeeklyLimit, wanted: number | null, now: number): WeeklyLimit {
  const { naira } = limitAt(limit, now);
  const isHigher = naira !== null && (wanted === null || wanted > naira);
  if (!isHigher) return { naira: wanted, next: null };
  return { naira, next: { naira: wanted, from: weekOf(now).endsAt } };
}

/**
 * The end of a break of `days` days that starts at `now`. `running` is the end of a break that
 * already runs, which a new break never shortens. All instants are in epoch milliseconds
 * (billing.md#spending-limits).
 */
export function breakEnd(running: number | null, days: BreakDays, now: number): number {
  return Math.max(running ?? 0, now + days * DAY_MS);
}
