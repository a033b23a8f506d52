import type { ErrorCode } from '../contract/error-codes.ts';

/**
 * The message of a call without any reply. A player sees it where the app has no better text
 * (errors.md#error-objects).
 */
const NETWORK_ERROR_MESSAGE = 'An error occurred';

/** The words for a call that got no answer: a title, advice, and both as one text. */
export const NO_NETWORK = 'No network';
export const CHECK_CONNECTION = 'Check your connection and try again.';
export const NO_NETWORK_MESSAGE = `${NO_NETWORK}. ${CHECK_CONNECTION}`;

/** Words for a player who may try a charge again. */
export const NOT_TWICE = "You won't be charged twice.";

/** The words for a call that charges and got no answer. */
export const NO_NETWORK_NO_CHARGE = `${NO_NETWORK}. Try again: you won't be charged twice.`;

/** A call that was answered with a 'no': an HTTP status of 400 or more, or `status: false`. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly data = null;
  readonly status: number;
  /**
   * A code that stays the same between versions, such as `wallet/insufficient-coins`. It is `unknown`
   * where the API gives no code.
   */
  readonly code: string;
  /** The wait that the server asked for, in milliseconds. */
  readonly retryAfterMs: number | null;
  /** The rest of the reply, not parsed yet, such as a challenge or a proof. */
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

/**
 * A call got no answer: no network, a broken connection, or 30 s of silence
 * (errors.md#time-limit-of-a-call).
 */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';

  constructor(options?: ErrorOptions) {
    super(NETWORK_ERROR_MESSAGE, options);
  }
}

/** The app's own codes, for a reply that it cannot read and for a failure without a code. */
type OwnCode = 'reply/unreadable' | 'unknown';

/** Whether a thrown value is an {@link ApiError}, and has this code if a code is given. */
export function isApiError(error: unknown, code?: ErrorCode | OwnCode): error is ApiError {
  return error instanceof ApiError && (code === undefined || error.code === code);
}

/** Whether a thrown value is a {@link NetworkError}. */
export function isNetworkError(error: unknown): error is NetworkError {
  return error instanceof NetworkError;
}

/**
 * Gives the words for an error that the app has no text for: the server's words, or 'An error
 * occurred'.
 */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : NETWORK_ERROR_MESSAGE;
}

const PASSING_STATUSES = [408, 425, 429];

/**
 * Whether sending the same call later may bring another answer: after 408, 425, 429, 5xx, or while its
 * first try still runs.
 */
export function isPassingAnswer({ status, code }: { status: number; code?: string | undefined }) {
  return status >= 500 || PASSING_STATUSES.includes(status) || code === 'idempotency/running';
}

/** Whether trying again later can help, because there was no answer or a later answer may differ. */
export function isPassing(error: unknown): boolean {
  return isNetworkError(error) || (isApiError(error) && isPassingAnswer(error));
}

/**
 * Whether a call has no answer yet: nothing came, or its first try still runs. It may be sent again
 * with the same idempotency key.
 */
export function isUnanswered(error: unknown): boolean {
  return isNetworkError(error) || isApiError(error, 'idempotency/running');
}

/** Whether a charge has begun and the operator has not reported its end yet. */
export function isStillCharging(error: unknown): boolean {
  return isApiError(error, 'subscription/pending') || isApiError(error, 'subscription/running');
}

/** Whether the operator has changed the offer since the app read it: the price, or the ways to pay. */
export function isOfferOld(error: unknown): boolean {
  return isApiError(error, 'payment/mismatch') || isApiError(error, 'route/unknown');
}

/**
 * Whether it is unknown if a call was carried out: the call got no answer, got the page of a Wi-Fi
 * hotspot, or still runs. It may be sent again with the same idempotency key, never with another.
 */
export function isUndecided(error: unknown): boolean {
  return isPassing(error) || isStillCharging(error) || isApiError(error, 'reply/unreadable');
}
