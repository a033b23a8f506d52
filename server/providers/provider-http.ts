import {
  BrokenCircuitError,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  ExponentialBackoff,
  handleAll,
  type IPolicy,
  retry,
  TimeoutStrategy,
  timeout,
  wrap,
} from 'cockatiel';
import type { ErrorCode } from '../../src/contract/error-codes.ts';
import { Refusal } from '../http/serve.ts';

/** The part of `fetch` that a provider needs. */
export type ProviderFetch = (
  url: string,
  init: {
    method: string;
    headers?: Record<string, string>;
    body?: string;
    /** Redirects are refused, so that an address that is not configured gets no data. */
    redirect: 'error';
    signal: AbortSignal;
  },
) => Promise<Pick<Response, 'status' | 'text'>>;

/** A provider's answer, with any status. */
export type ProviderAnswer = { status: number; text: string };

/**
 * A provider over HTTP. Every call throws when no answer comes. While the provider is down, calls
 * throw `BrokenCircuitError` without being sent.
 */
export type ProviderHttp = {
  /** Sends a request that changes nothing, and repeats it once if the provider fails. */
  get: (path: string) => Promise<ProviderAnswer>;
  /**
   * Sends a request that changes something, and does not repeat it, because the provider may have
   * carried out a request that failed. A caller may repeat it only if the provider carries out each
   * reference once.
   */
  post: (path: string, body: object) => Promise<ProviderAnswer>;
  /**
   * Deletes something, and repeats the request once if the provider fails, because a second
   * deletion does no harm.
   */
  remove: (path: string) => Promise<ProviderAnswer>;
  /**
   * Whether the provider is down. It then failed too often in a row, and no calls are sent to it.
   */
  isDown: () => boolean;
};

/** The time limit of a call, its repeat included. */
const TIMEOUT_MS = 10_000;
const REPEATS = 1;
const REPEAT_AFTER_MS = 200;
/**
 * How many calls in a row must fail before the provider counts as down. Fewer calls may fail
 * because of a single phone number.
 */
const FAILURES_UNTIL_DOWN = 10;
/** How long no calls are sent to a provider that is down. One call then tries the provider. */
const LEFT_ALONE_MS = 5_000;

/** A provider's refusal counts as an answer, but a status of 500 or more counts as a failure. */
const failures = handleAll.orWhenResult((answer) => (answer as ProviderAnswer).status >= 500);

/**
 * The connection to one provider, with a time limit, repeats and a circuit breaker. `baseUrl` is
 * called for each request, because the sandbox's address is known only once the server listens.
 */
export function providerHttp(
  baseUrl: () => string,
  fetch: ProviderFetch,
  headers: Readonly<Record<string, string>> = {},
): ProviderHttp {
  const breaker = circuitBreaker(failures, {
    halfOpenAfter: LEFT_ALONE_MS,
    breaker: new ConsecutiveBreaker(FAILURES_UNTIL_DOWN),
  });
  const limit = timeout(TIMEOUT_MS, TimeoutStrategy.Aggressive);
  const backoff = new ExponentialBackoff({ initialDelay: REPEAT_AFTER_MS });
  const once = wrap(breaker, limit);
  const repeated = wrap(breaker, limit, retry(failures, { maxAttempts: REPEATS, backoff }));

  async function send(policy: IPolicy, method: string, path: string, body?: string) {
    // While one call tries the provider, other calls fail at once, because they would have to wait
    // for it.
    if (breaker.state === CircuitState.HalfOpen) throw new BrokenCircuitError();
    const type = body === undefined ? {} : { 'Content-Type': 'application/json' };
    const init = {
      method,
      headers: { ...type, ...headers },
      redirect: 'error' as const,
      ...(body === undefined ? {} : { body }),
    };
    return policy.execute(async ({ signal }): Promise<ProviderAnswer> => {
      const response = await fetch(`${baseUrl()}${path}`, { ...init, signal });
      return { status: response.status, text: await response.text() };
    });
  }

  return {
    get: (path) => send(repeated, 'GET', path),
    post: (path, body) => send(once, 'POST', path, JSON.stringify(body)),
    remove: (path) => send(repeated, 'DELETE', path),
    isDown: () => breaker.state !== CircuitState.Closed,
  };
}

/** A provider did not answer, or its answer cannot be read. The cause is logged. */
export class ProviderError extends Refusal {
  override name = 'ProviderError';

  constructor(code: ErrorCode, message: string, cause: unknown) {
    super(502, code, message);
    this.cause = cause;
  }
}

/** Turns any failure of a call to a provider into a ProviderError with this code and message. */
export function orProviderError(code: ErrorCode, message: string) {
  return async <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await ask();
    } catch (error) {
      throw new ProviderError(code, message, error);
    }
  };
}
