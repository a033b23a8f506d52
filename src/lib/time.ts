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

/**
 * How old a saved copy is, in words: `Saved at 10:42 today`, `Saved on Mon 17 Nov at 10:42`.
 * @param savedAt epoch milliseconds
 * @param now epoch milliseconds
 */
export function savedAtText(savedAt: number, now: number): string {
  const time = CLOCK.format(savedAt);
  const day = DATE.format(savedAt).replace(',', '');
  return day === DATE.format(now).replace(',', '')
    ? `Saved at ${time} today`
    : `Saved on ${day} at ${time}`;
}

/**
 * A moment in words: `10:42` today, `Mon 17 Nov at 10:42` on another day.
 * @param at epoch milliseconds
 * @param now epoch milliseconds
 */
export function momentText(at: number, now: number): string {
  const time = CLOCK.format(at);
  const day = DATE.format(at).replace(',', '');
  return day === DATE.format(now).replace(',', '') ? time : `${day} at ${time}`;
}

const MINUTE_MS = 60_000;

/**
 * A stretch of time in words, in its two largest units: `2 d 4 h`, `3 h 20 min`, `5 min`. A begun
 * minute counts as a whole one.
 * @param ms milliseconds above 0
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
