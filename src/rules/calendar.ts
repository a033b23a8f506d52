/** A minute in milliseconds. */
export const MINUTE_MS = 60_000;

/** An hour in milliseconds. */
export const HOUR_MS = 60 * MINUTE_MS;

/** A day in milliseconds. Lagos has no daylight saving, so every day has this length. */
export const DAY_MS = 24 * HOUR_MS;

/** How far the time in Lagos is ahead of UTC, in milliseconds (game.md#calendar). */
const LAGOS_OFFSET_MS = HOUR_MS;

/** Epoch time begins on 1 January 1970, a Thursday, which is three days after a Monday. */
const MONDAY_SHIFT_MS = 3 * DAY_MS;

/** A period in epoch milliseconds, which includes `startsAt` and excludes `endsAt`. */
export type Period = { startsAt: number; endsAt: number };

/**
 * How long after the end of a period late results still count for it, in ms
 * (game.md#which-period-a-result-counts-for).
 */
export const LATE_RESULT_GRACE_MS = DAY_MS;

/** The Lagos day of an instant (epoch milliseconds) as `2026-11-17` (game.md#calendar). */
export function lagosDate(at: number): string {
  return new Date(at + LAGOS_OFFSET_MS).toISOString().slice(0, 10);
}

/** The day in Lagos that contains the instant. It starts at 00:00 (game.md#calendar). */
export function dayOf(at: number): Period {
  const local = at + LAGOS_OFFSET_MS;
  const startsAt = Math.floor(local / DAY_MS) * DAY_MS - LAGOS_OFFSET_MS;
  return { startsAt, endsAt: startsAt + DAY_MS };
}

/** The week in Lagos that contains the instant. It starts on Monday at 00:00 (game.md#calendar). */
export function weekOf(at: number): Period {
  const local = at + LAGOS_OFFSET_MS + MONDAY_SHIFT_MS;
  const startsAt =
    Math.floor(local / (7 * DAY_MS)) * 7 * DAY_MS - LAGOS_OFFSET_MS - MONDAY_SHIFT_MS;
  return { startsAt, endsAt: startsAt + 7 * DAY_MS };
}

/**
 * The month in Lagos that contains the instant. It starts on the 1st at 00:00 (game.md#calendar).
 */
export function monthOf(at: number): Period {
  const local = new Date(at + LAGOS_OFFSET_MS);
  const year = local.getUTCFullYear();
  const month = local.getUTCMonth();
  return {
    startsAt: Date.UTC(year, month, 1) - LAGOS_OFFSET_MS,
    endsAt: Date.UTC(year, month + 1, 1) - LAGOS_OFFSET_MS,
  };
}

/**
 * The instant that decides for which period a result counts. `periodOf` gives the period in which
 * the result was issued. The instant is the issue if the result arrived within 24 hours of that
 * period's end, otherwise the arrival (game.md#which-period-a-result-counts-for).
 */
export function countsAt(
  issuedAt: number,
  arrivedAt: number,
  periodOf: (at: number) => Period,
): number {
  return arrivedAt < periodOf(issuedAt).endsAt + LATE_RESULT_GRACE_MS ? issuedAt : arrivedAt;
}

/**
 * The age of an account, in days of 24 hours with their fraction, at least 0. Both times are in
 * epoch milliseconds. An account without a date (NaN) has the age NaN, which is within no upper
 * limit (game.md#age-of-an-account).
 */
export function accountAgeDays(createdAt: number, now: number): number {
  return Math.max(0, (now - createdAt) / DAY_MS);
}

const RAFFLE_HOUR = 13;

/**
 * The next raffle draw, in epoch milliseconds. Draws are at 13:00 in Lagos on the 29th and the
 * 30th. In a month without a 29th the draw is on the last day (game.md#raffle-draw).
 */
export function nextRaffleDraw(now: number): number {
  const local = new Date(now + LAGOS_OFFSET_MS);
  const year = local.getUTCFullYear();
  const month = local.getUTCMonth();
  return [...rafflesOf(year, month), ...rafflesOf(year, month + 1)].find((at) => at > now) ?? now;
}

function rafflesOf(year: number, month: number): number[] {
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const days = [29, 30].filter((day) => day <= lastDay);
  return (days.length > 0 ? days : [lastDay]).map(
    (day) => Date.UTC(year, month, day, RAFFLE_HOUR) - LAGOS_OFFSET_MS,
  );
}
