import { ExponentialBackoff, handleWhen, retry } from 'cockatiel';
import { Kysely, type TransactionBuilder } from 'kysely';
import { isUndoneByOthers } from './failures.ts';

/** Others have to get on meanwhile; each wait is drawn, so that two do not meet again. */
const BACKOFF = new ExponentialBackoff({ initialDelay: 20, maxDelay: 500 });
/** How often a transaction is begun at most. */
export const TRIES = 5;

const policy = retry(handleWhen(isUndoneByOthers), { maxAttempts: TRIES - 1, backoff: BACKOFF });

/** Told of each transaction that is begun anew. */
export const onBegunAnew = policy.onRetry;

/**
 * A database whose transactions begin anew where others were in their way (40001, 40P01): all of one is
 * undone then, and a cluster answers so as a matter of course. So what is done inside is done by the
 * database alone: no provider is asked, and nothing outside is changed that a second run would change
 * again.
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
