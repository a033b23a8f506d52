import {
  BrokenCircuitError,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleAll,
} from 'cockatiel';
import { within } from '../database/store-connection.ts';

/** After so many failures in a row the helper is not asked for a while, so that no answer waits for it. */
const FAILURES_IN_A_ROW = 3;

const PAUSE_MS = 10_000;

/** A helper that takes longer counts as failed. */
const ANSWER_WITHIN_MS = 1_000;

export type RankingLog = { warn: (what: object, message: string) => void };

/**
 * Asks a helper that ranks instead of the database. Gives `null` where the database must answer: the helper
 * fails (`message` goes to `log`), does not answer within a second, or has failed too often lately.
 */
export function breakerFor(log: RankingLog, message: string) {
  const breaker = circuitBreaker(handleAll, {
    halfOpenAfter: PAUSE_MS,
    breaker: new ConsecutiveBreaker(FAILURES_IN_A_ROW),
  });
  return async <Answer>(ask: () => Promise<Answer | null>): Promise<Answer | null> => {
    // While one answer tries it, the others would wait for its end.
    if (breaker.state === CircuitState.HalfOpen) return null;
    try {
      return await breaker.execute(() => within(ANSWER_WITHIN_MS, ask()));
    } catch (err) {
      if (!(err instanceof BrokenCircuitError)) log.warn({ err }, message);
      return null;
    }
  };
}
