import { type SelectQueryBuilder, sql } from 'kysely';

const TAKEN_AT_ONCE = 50;

/** What is tended while it is due. */
type Tending<Due> = {
  /** Takes some of it and marks that, so that other processes leave it alone for a while; `longestAgo` says how much. */
  take: () => Promise<Due[]>;
  tend: (due: Due) => Promise<unknown>;
  /** Is told of one that failed: the others are tended all the same. */
  onFailure: (err: unknown, due: Due) => void;
};

/** Tends all that is due, one after the other; `signal` ends it between two. */
export async function tendDue<Due>(
  { take, tend, onFailure }: Tending<Due>,
  signal?: AbortSignal,
): Promise<void> {
  let taken: Due[];
  do {
    taken = await take();
    for (const due of taken) {
      if (signal?.aborted) return;
      try {
        await tend(due);
      } catch (err) {
        onFailure(err, due);
      }
    }
  } while (taken.length === TAKEN_AT_ONCE);
}

/** Of rows of a table with `asked_at`, the fifty asked about longest ago that no other process is taking. */
export function longestAgo<DB, TB extends keyof DB, Row>(due: SelectQueryBuilder<DB, TB, Row>) {
  return due
    .orderBy(sql.ref('asked_at'), (order) => order.asc().nullsFirst())
    .limit(TAKEN_AT_ONCE)
    .forUpdate()
    .skipLocked();
}
