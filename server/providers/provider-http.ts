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

/** As much of `fetch` as a provider needs. */
export type ProviderFetch = (
  url: string,
  init: {
    method: string;
    headers?: Record<string, string>;
    body?: string;
    /** Another address is none of the configuration's: it is told nothing. */
    redirect: 'error';
    signal: AbortSignal;
  },
) => Promise<Pick<Response, 'status' | 'text'>>;

/** A provider's answer, with any status. */
export type ProviderAnswer = { status: number; text: string };

/**
 * A provider over HTTP. All throw where no answer comes; while the provider is down, they throw
 * `BrokenCircuitError` without asking.
 */
export type ProviderHttp = {
  /** Asks for what changes nothing; once more where the provider fails. */
  get: (path: string) => Promise<ProviderAnswer>;
  /**
   * Sends what changes something, once: behind a failure it may have been done. Only who knows that
   * the provider does it once for each reference may send that again.
   */
  post: (path: string, body: object) => Promise<ProviderAnswer>;
  /** Deletes something that may be gone already, so it is tried once more where the provider fails. */
  remove: (path: string) => Promise<ProviderAnswer>;
  /** Whether the provider is left alone: it has failed too often in a row. */
  isDown: () => boolean;
};

/** For all of a call, its repeat included. */
const TIMEOUT_MS = 10_000;
const REPEATS = 1;
const REPEAT_AFTER_MS = 200;
/** Calls in a row that failed: one number that a provider stumbles over is not the provider. */
const FAILURES_UNTIL_DOWN = 10;
/** How long a provider that is down is left alone before one call tries it. */
const LEFT_ALONE_MS = 5_000;

/** A provider's refusal is an answer; a status of 500 or more is none to go by. */
const failures = handleAll.orWhenResult((answer) => (answer as ProviderAnswer).status >= 500);

/**
 * The line to one provider: time limit, repeats and circuit breaker. `baseUrl` is asked for at each
 * call: the sandbox's is known once the server listens.
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
    // While one call tries the provider, the others would wait for its end.
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

/** A provider did not answer, or not in a way that can be understood. Its cause is logged. */
export class ProviderError extends Refusal {
  override name = 'ProviderError';

  constructor(code: ErrorCode, message: string, cause: unknown) {
    super(502, code, message);
    this.cause = cause;
  }
}

/** Makes a ProviderError, in the adapter's words, of any failure on the way to a provider. */
export function orProviderError(code: ErrorCode, message: string) {
  return async <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await ask();
    } catch (error) {
      throw new ProviderError(code, message, error);
    }
  };
}
