import {
  BrokenCircuitError,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleAll,
} from 'cockatiel';
import { within } from '../database/store-connection.ts';

/** After so many failures in a row a helper is left alone for a while: no answer waits for it. */
const FAILURES_IN_A_ROW = 3;

const PAUSE_MS = 10_000;

/** One that takes longer does not answer. */
const ANSWER_WITHIN_MS = 1_000;

export type RankingLog = { warn: (what: object, message: string) => void };

/**
 * The line to what ranks in the database's place. What is asked of it gives `null` where the database is
 * to answer: it fails (`log` is told `message`), does not answer within a second, or is left alone.
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
