import { isApiError } from '../../lib/errors.ts';

/** The server's own words where it gave a reason for its 'no', else these. */
export function saidBy(error: unknown, otherwise: string): string {
  const hasReason =
    isApiError(error) &&
    error.status < 500 &&
    error.status !== 404 &&
    error.code !== 'reply/unreadable' &&
    error.code !== 'unknown';
  return hasReason ? error.message : otherwise;
}
