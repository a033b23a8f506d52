import { DAY_MS, weekOf } from './calendar.ts';

/** The least and the most that a weekly limit can be, in naira (billing.md#spending-limits). */
export const WEEKLY_LIMIT_NAIRA = { min: 50, max: 100_000 } as const;

/** How long a break from buying can be, in days (billing.md#spending-limits). */
export const BREAK_DAYS = [1, 7, 30] as const;

export type BreakDays = (typeof BREAK_DAYS)[number];

/** A weekly limit in naira, `null` for none, and the one that follows it at `from` (epoch ms). */
export type WeeklyLimit = {
  naira: number | null;
  next: { naira: number | null; from: number } | null;
};

/** A limit as it stands at an instant (epoch ms): what was to follow has taken its place by then. */
export function limitAt(limit: WeeklyLimit, now: number): WeeklyLimit {
  const { next } = limit;
  return next && next.from <= now ? { naira: next.naira, next: null } : limit;
}

/**
 * A limit after its player has set another (naira, `null` for none) at an instant (epoch ms): a
 * lower one counts at once, a higher one or none from the next Lagos week on (billing.md#spending-limits).
 */
export function setLimit(limit: WeeklyLimit, wanted: number | null, now: number): WeeklyLimit {
  const { naira } = limitAt(limit, now);
  const isHigher = naira !== null && (wanted === null || wanted > naira);
  if (!isHigher) return { naira: wanted, next: null };
  return { naira, next: { naira: wanted, from: weekOf(now).endsAt } };
}

/**
 * When a break ends that is taken now, in days, while another may run until `running`; all in epoch
 * ms. It never ends earlier for it (billing.md#spending-limits).
 */
export function breakEnd(running: number | null, days: BreakDays, now: number): number {
  return Math.max(running ?? 0, now + days * DAY_MS);
}
