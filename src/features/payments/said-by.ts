import { isApiError, isUndecided } from '../../lib/errors.ts';

const NOT_OFFERED = 'You cannot pay this way now. Please choose another.';

/** The server's own words where it gave a reason for its 'no', else these. */
export function saidBy(error: unknown, otherwise: string): string {
  // It was on offer when the sheet was opened.
  if (isApiError(error, 'route/unknown')) return NOT_OFFERED;
  const hasReason =
    isApiError(error) &&
    error.status < 500 &&
    error.status !== 404 &&
    error.code !== 'reply/unreadable' &&
    error.code !== 'unknown';
  return hasReason ? error.message : otherwise;
}

/** The server's words where it has refused for good, whoever asks again; `null` where it has not. */
export function refusalOf(error: unknown): string | null {
  // Without a token the player is signed out, and told so; a missing call says nothing of a payment.
  const says = isApiError(error) && error.status > 401 && error.status !== 404;
  const isFinal = says && !isUndecided(error);
  return isFinal ? saidBy(error, '') || null : null;
}
