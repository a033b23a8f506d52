import type { ErrorCode } from '../contract/error-codes.ts';

/** The message of a call that got no answer (accounts §8). */
const NETWORK_ERROR_MESSAGE = 'An error occurred';

/** What a player is told of a call that got no answer. */
export const NO_NETWORK_MESSAGE = 'No network. Check your connection and try again.';

/** A call that was answered with a 'no': an HTTP status of 400 or more, or `status: false`. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly data = null;
  readonly status: number;
  /** Stable, such as `wallet/insufficient-coins`; `unknown` where the API gives none. */
  readonly code: string;
  /** What the server asked to wait, in milliseconds. */
  readonly retryAfterMs: number | null;
  /** What the reply said besides, unread: a challenge, a proof. */
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
 * A call that got no answer: no network, a cut line, 30 seconds of silence
 * (flows.md#time-limit-of-a-call).
 */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';

  constructor(options?: ErrorOptions) {
    super(NETWORK_ERROR_MESSAGE, options);
  }
}

/** What the app says itself: a reply that it cannot read, a failure without a code. */
type OwnCode = 'reply/unreadable' | 'unknown';

/** Whether a thrown value is an {@link ApiError}, of this code if one is given. */
export function isApiError(error: unknown, code?: ErrorCode | OwnCode): error is ApiError {
  return error instanceof ApiError && (code === undefined || error.code === code);
}

/** Whether a thrown value is a {@link NetworkError}. */
export function isNetworkError(error: unknown): error is NetworkError {
  return error instanceof NetworkError;
}

const PASSING_STATUSES = [408, 425, 429];

/** Whether trying again later can help: no answer, 408, 425, 429, 5xx, or the same call running. */
export function isPassing(error: unknown): boolean {
  if (isNetworkError(error)) return true;
  if (!isApiError(error)) return false;
  return (
    error.status >= 500 ||
    PASSING_STATUSES.includes(error.status) ||
    error.code === 'idempotency/running'
  );
}
