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

/** `Saved at 10:42 today` or `Saved on Mon 17 Nov at 10:42`; both times in epoch milliseconds. */
export function savedAtText(savedAt: number, now: number): string {
  const time = CLOCK.format(savedAt);
  const day = DATE.format(savedAt).replace(',', '');
  return day === DATE.format(now).replace(',', '')
    ? `Saved at ${time} today`
    : `Saved on ${day} at ${time}`;
}

/** `10:42` today, `Mon 17 Nov at 10:42` on another day; both times in epoch milliseconds. */
export function momentText(at: number, now: number): string {
  const time = CLOCK.format(at);
  const day = DATE.format(at).replace(',', '');
  return day === DATE.format(now).replace(',', '') ? time : `${day} at ${time}`;
}

const MINUTE_MS = 60_000;

/** Milliseconds above 0 in their two largest units: `2 d 4 h`, `5 min`; a begun minute is whole. */
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
