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
