import { ExponentialBackoff, handleWhen, retry } from 'cockatiel';
import { Kysely, type TransactionBuilder } from 'kysely';
import { isUndoneByOthers } from './failures.ts';

/**
 * The waits let other transactions finish. Each wait is random, so that two transactions do not collide
 * again.
 */
const BACKOFF = new ExponentialBackoff({ initialDelay: 20, maxDelay: 500 });
/** How often a transaction is tried at most. */
export const TRIES = 5;

const policy = retry(handleWhen(isUndoneByOthers), { maxAttempts: TRIES - 1, backoff: BACKOFF });

/** Calls its listener for each transaction that is begun anew. */
export const onBegunAnew = policy.onRetry;

/**
 * A database that begins a transaction anew when others were in its way (40001, 40P01). All of the
 * transaction is undone then; on a cluster this is usual. Work inside a transaction must therefore use the
 * database alone: it asks no provider, and changes nothing outside that a second run would change again.
 */
export class AgainKysely<Tables> extends Kysely<Tables> {
  override transaction(): TransactionBuilder<Tables> {
    return beganAnew(super.transaction());
  }
}

function beganAnew<Tables>(builder: TransactionBuilder<Tables>): TransactionBuilder<Tables> {
  const { execute, setAccessMode, setIsolationLevel } = builder;
  return Object.assign(builder, {
    execute: (work: Parameters<typeof execute>[0]) =>
      policy.execute(() => execute.call(builder, work)),
    setAccessMode: (...mode: Parameters<typeof setAccessMode>) =>
      beganAnew(setAccessMode.apply(builder, mode)),
    setIsolationLevel: (...level: Parameters<typeof setIsolationLevel>) =>
      beganAnew(setIsolationLevel.apply(builder, level)),
  });
}
