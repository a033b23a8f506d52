import { DAY_MS, weekOf } from './calendar.ts';

/** The lowest and the highest weekly limit, in naira (billing.md#spending-limits). */
export const WEEKLY_LIMIT_NAIRA = { min: 50, max: 100_000 } as const;

/** The lengths of a break from buying, in days (billing.md#spending-limits). */
export const BREAK_DAYS = [1, 7, 30] as const;

export type BreakDays = (typeof BREAK_DAYS)[number];

/** A weekly limit in naira, `null` for none, and the one that follows at `from` (epoch ms). */
export type WeeklyLimit = {
  naira: number | null;
  next: { naira: number | null; from: number } | null;
};

/** A limit at an instant (epoch ms): a limit that was to follow by then has replaced it. */
export function limitAt(limit: WeeklyLimit, now: number): WeeklyLimit {
  const { next } = limit;
  return next && next.from <= now ? { naira: next.naira, next: null } : limit;
}

/**
 * A limit after its player has set another (naira, `null` for none) at an instant (epoch ms). A
 * lower one counts at once; a higher one, or none, counts from the next Lagos week
 * (billing.md#spending-limits).
 */
export function setLimit(limit: WeeklyLimit, wanted: number | null, now: number): WeeklyLimit {
  const { naira } = limitAt(limit, now);
  const isHigher = naira !== null && (wanted === null || wanted > naira);
  if (!isHigher) return { naira: wanted, next: null };
  return { naira, next: { naira: wanted, from: weekOf(now).endsAt } };
}

/**
 * The end of a break that starts now, in days, while another may run until `running`; all in epoch
 * ms. A new break never shortens the running one (billing.md#spending-limits).
 */
export function breakEnd(running: number | null, days: BreakDays, now: number): number {
  return Math.max(running ?? 0, now + days * DAY_MS);
}
