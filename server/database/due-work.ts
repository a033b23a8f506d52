import { type SelectQueryBuilder, sql } from 'kysely';

/** As many rows are taken at once. */
const TAKEN_AT_ONCE = 50;

type Work<Due> = {
  work: (due: Due) => Promise<unknown>;
  /** Is called for one that failed: the others go on. */
  onFailure: (err: unknown, due: Due) => void;
};

/** Works through what is due, one after the other; `signal` ends it between two. */
export async function workThrough<Due>(
  due: readonly Due[],
  { work, onFailure }: Work<Due>,
  signal?: AbortSignal,
): Promise<void> {
  for (const one of due) {
    if (signal?.aborted) return;
    try {
      await work(one);
    } catch (err) {
      onFailure(err, one);
    }
  }
}

/**
 * Works through all that `take` gives until nothing more is due. `take` chooses rows by `oldestAsked` and marks them,
 * so that other processes leave them alone for a while.
 */
export async function workThroughTaken<Due>(
  { take, ...work }: Work<Due> & { take: () => Promise<Due[]> },
  signal?: AbortSignal,
): Promise<void> {
  let taken: Due[];
  do {
    taken = await take();
    await workThrough(taken, work, signal);
  } while (taken.length === TAKEN_AT_ONCE && !signal?.aborted);
}

/** The fifty rows that were asked about longest ago and that no other process is taking. */
export function oldestAsked<DB, TB extends keyof DB, Row>(
  due: SelectQueryBuilder<DB, TB, Row>,
  askedAt = 'asked_at',
) {
  return due
    .orderBy(sql.ref(askedAt), (order) => order.asc().nullsFirst())
    .limit(TAKEN_AT_ONCE)
    .forUpdate()
    .skipLocked();
}
