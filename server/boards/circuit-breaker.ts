import {
  BrokenCircuitError,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleAll,
} from 'cockatiel';
import { within } from '../database/store-connection.ts';

/**
 * After this many failures in a row the helper is not asked for a while, so that no answer waits
 * for it.
 */
const FAILURES_IN_A_ROW = 3;

const PAUSE_MS = 10_000;

/** A helper that takes longer than this counts as failed. */
const ANSWER_WITHIN_MS = 1_000;

export type RankingLog = { warn: (what: object, message: string) => void };

/**
 * Makes a function that asks a helper which ranks instead of the database. The function returns
 * `null` if the database must answer, because the helper failed, did not answer within a second, or
 * failed too often lately. A failure is logged with `message`.
 */
export function breakerFor(log: RankingLog, message: string) {
  const breaker = circuitBreaker(handleAll, {
    halfOpenAfter: PAUSE_MS,
    breaker: new ConsecutiveBreaker(FAILURES_IN_A_ROW),
  });
  return async <Answer>(ask: () => Promise<Answer | null>): Promise<Answer | null> => {
    // After the pause one call tests the helper. The database answers other calls, which would have
    // to wait for the test.
    if (breaker.state === CircuitState.HalfOpen) return null;
    try {
      return await breaker.execute(() => within(ANSWER_WITHIN_MS, ask()));
    } catch (err) {
      if (!(err instanceof BrokenCircuitError)) log.warn({ err }, message);
      return null;
    }
  };
}
