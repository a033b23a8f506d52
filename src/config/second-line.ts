/**
 * The build's files that only some players open (payments, profile, tournament, prizes, practice,
 * pages of text, links, installing, sounds). The first line of the offline copy is whole without them; they are fetched
 * once the phone is idle (offline.md#offline-copy).
 */
export const SECOND_LINE =
  /^assets\/(age|bank-dialog|billing-page|birth-date|confetti|data-used|draw|idle|install|links|loudspeaker|made-good|onboarding|pages|picture-worker|place-fields|practice|profile-page|purchase-host|rewards|rush|shared|terms)-/;

/** What a page asks its worker once the phone is idle: to fetch what the first line misses. */
export const MEND_COPY = { type: 'mend-copy' } as const;

/** What a page tells its worker once the phone is idle. */
export const FETCH_SECOND_LINE = { type: 'fetch-second-line' } as const;
