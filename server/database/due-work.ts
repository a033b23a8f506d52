import { type SelectQueryBuilder, sql } from 'kysely';

/** How many rows are taken at once. */
const TAKEN_AT_ONCE = 50;

type Work<Due> = {
  work: (due: Due) => Promise<unknown>;
  /** Is called for each item that failed; the other items are worked on all the same. */
  onFailure: (err: unknown, due: Due) => void;
};

/** Works through the due items one after the other; `signal` stops it between two items. */
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
 * Works through all that `take` gives until nothing more is due. `take` has to choose rows by `oldestAsked`
 * and to mark them, so that other processes skip them for a while.
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

/** Chooses the fifty rows that were asked about longest ago and that no other process is taking. */
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
