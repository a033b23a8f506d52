import type { ErrorCode } from '../contract/error-codes.ts';

/** The message of a call without any reply. A player sees it where no kinder text exists (errors.md#error-objects). */
const NETWORK_ERROR_MESSAGE = 'An error occurred';

/** The words for a call that got no answer: a title, advice, and both as one text. */
export const NO_NETWORK = 'No network';
export const CHECK_CONNECTION = 'Check your connection and try again.';
export const NO_NETWORK_MESSAGE = `${NO_NETWORK}. ${CHECK_CONNECTION}`;

/** Words for a player, behind 'you', about trying a charge again. */
export const NOT_TWICE = "You won't be charged twice.";

/** The words for a call that charges and got no answer. */
export const NO_NETWORK_NO_CHARGE = `${NO_NETWORK}. Try again: you won't be charged twice.`;

/** A call that was answered with a 'no': an HTTP status of 400 or more, or `status: false`. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly data = null;
  readonly status: number;
  /** Stable, such as `wallet/insufficient-coins`; `unknown` where the API gives none. */
  readonly code: string;
  /** The wait that the server asked for, in milliseconds. */
  readonly retryAfterMs: number | null;
  /** The further content of the reply, unread: a challenge, a proof. */
  readonly meta: unknown;

  constructor(
    message: string,
    status: number,
    code: string,
    { retryAfterMs = null, meta }: { retryAfterMs?: number | null; meta?: unknown } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.retryAfterMs = retryAfterMs;
    this.meta = meta;
  }
}

/** No answer came: no network, a cut line, 30 s of silence (errors.md#time-limit-of-a-call). */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';

  constructor(options?: ErrorOptions) {
    super(NETWORK_ERROR_MESSAGE, options);
  }
}

/** The app's own codes: for a reply that it cannot read, and for a failure without a code. */
type OwnCode = 'reply/unreadable' | 'unknown';

/** Whether a thrown value is an {@link ApiError}, of this code if one is given. */
export function isApiError(error: unknown, code?: ErrorCode | OwnCode): error is ApiError {
  return error instanceof ApiError && (code === undefined || error.code === code);
}

/** Whether a thrown value is a {@link NetworkError}. */
export function isNetworkError(error: unknown): error is NetworkError {
  return error instanceof NetworkError;
}

/** Gives the text of a thrown value that has no text of ours: the server's words, or 'An error occurred'. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : NETWORK_ERROR_MESSAGE;
}

const PASSING_STATUSES = [408, 425, 429];

/**
 * Whether asking again later may bring another answer: after 408, 425, 429, 5xx, or while the same call runs.
 */
export function isPassingAnswer({ status, code }: { status: number; code?: string | undefined }) {
  return status >= 500 || PASSING_STATUSES.includes(status) || code === 'idempotency/running';
}

/** Whether trying again later can help: there was no answer, or asking again may bring another one. */
export function isPassing(error: unknown): boolean {
  return isNetworkError(error) || (isApiError(error) && isPassingAnswer(error));
}

/**
 * Whether a call has no answer yet: nothing came, or its first try still runs. With its key it may be
 * sent again.
 */
export function isUnanswered(error: unknown): boolean {
  return isNetworkError(error) || isApiError(error, 'idempotency/running');
}

/** Whether a charge has begun whose end the operator has not reported yet. */
export function isStillCharging(error: unknown): boolean {
  return isApiError(error, 'subscription/pending') || isApiError(error, 'subscription/running');
}

/** Whether the operator has changed the offer meanwhile: the price, or the ways to pay. */
export function isOfferOld(error: unknown): boolean {
  return isApiError(error, 'payment/mismatch') || isApiError(error, 'route/unknown');
}

/**
 * Whether it is unknown if a call was carried out: it got no answer, or a hotspot's page, or still
 * runs. It is made again with its key, never with another.
 */
export function isUndecided(error: unknown): boolean {
  return isPassing(error) || isStillCharging(error) || isApiError(error, 'reply/unreadable');
}
