import { DAY_MS, dayOf, lagosDate, MINUTE_MS } from '../rules/calendar.ts';

const CLOCK = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Africa/Lagos',
});

const DATE = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'Africa/Lagos',
});

const LONG_WEEKDAY = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  timeZone: 'Africa/Lagos',
});

/**
 * Gives a copy's age in the words that all screens use (offline.md#saved-copies): `5 minutes ago`,
 * `this morning`, `yesterday`, `Tuesday`, and `Mon 17 Nov` past a week. Both times are in epoch
 * milliseconds.
 */
export function ageText(at: number, now: number): string {
  const minutes = Math.floor((now - at) / MINUTE_MS);
  if (minutes < 1) return 'a moment ago';
  if (minutes < 60) return minutes === 1 ? '1 minute ago' : `${minutes} minutes ago`;
  const days = Math.round((dayOf(now).startsAt - dayOf(at).startsAt) / DAY_MS);
  if (days === 1) return 'yesterday';
  if (days > 1) return days < 7 ? LONG_WEEKDAY.format(at) : dayText(at, now);
  const hour = (at - dayOf(at).startsAt) / (60 * MINUTE_MS);
  if (hour < 5) return 'last night';
  return hour < 12 ? 'this morning' : hour < 17 ? 'this afternoon' : 'this evening';
}

/**
 * Gives `10:42` for today, `Mon 17 Nov at 10:42` for another day. Both times are in epoch milliseconds.
 */
export function momentText(at: number, now: number): string {
  const time = CLOCK.format(at);
  const day = DATE.format(at).replace(',', '');
  return day === DATE.format(now).replace(',', '') ? time : `${day} at ${time}`;
}

/** Gives a time as `10:42`. The time is in epoch milliseconds. */
export function clockText(at: number): string {
  return CLOCK.format(at);
}

/**
 * Gives a day as `Mon 17 Nov`, with the year if that differs from `now`'s. Both times are in epoch
 * milliseconds.
 */
export function dayText(at: number, now: number): string {
  const day = DATE.format(at).replace(',', '');
  const year = yearOf(at);
  return year === yearOf(now) ? day : `${day} ${year}`;
}

/** Gives a day and time as `Mon 17 Nov, 10:42`. Both times are in epoch milliseconds. */
export function dayAndTimeText(at: number, now: number): string {
  return `${dayText(at, now)}, ${CLOCK.format(at)}`;
}

const WEEKDAY = new Intl.DateTimeFormat('en-GB', { weekday: 'narrow', timeZone: 'Africa/Lagos' });

/** Gives the first letter of the weekday in Lagos, such as `M`. The time is in epoch milliseconds. */
export function weekdayLetter(at: number): string {
  return WEEKDAY.format(at);
}

const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'Africa/Lagos' });

/**
 * Gives a month as `November`, with the year if that differs from `now`'s. Both times are in epoch
 * milliseconds.
 */
export function monthText(at: number, now: number): string {
  const month = MONTH.format(at);
  const year = yearOf(at);
  return year === yearOf(now) ? month : `${month} ${year}`;
}

/** Gives the year in Lagos. */
function yearOf(at: number): string {
  return lagosDate(at).slice(0, 4);
}

/**
 * Gives a span of more than 0 milliseconds in its two largest units: `2 d 4 h`, `5 min`. Minutes are
 * rounded up.
 */
export function spanText(ms: number): string {
  const minutes = Math.ceil(ms / MINUTE_MS);
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  const units: [number, string][] =
    days > 0
      ? [
          [days, 'd'],
          [hours % 24, 'h'],
        ]
      : [
          [hours, 'h'],
          [minutes % 60, 'min'],
        ];
  return units
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ');
}
