import { sql } from 'kysely';
import type { Db } from '../database/tables.ts';
import type { Services } from '../services.ts';

export const HOUR_MS = 3_600_000;
/** Takes the place of an address in counts of all addresses. No signature is as short. */
const ALL_ADDRESSES = 'all';
/** How many hours back the limits of all addresses together count. */
export const COUNTED_HOURS = 24;

/** The kinds of calls that are counted for all addresses together. */
type CountedOfAll = 'code-try' | 'text-known' | 'text-new';

/** Adds to the count of all addresses in this hour; gives the new count. */
export function countAll(
  services: Pick<Services, 'db' | 'now'>,
  kind: CountedOfAll,
  by: 1 | -1,
): Promise<number> {
  return count(services, kind, ALL_ADDRESSES, by);
}

/** The sum for all addresses over whole hours of the clock, from `oldest` to `newest` hours back. */
export async function readAll(
  db: Db,
  kind: CountedOfAll,
  now: number,
  [oldest, newest]: [number, number],
): Promise<number> {
  const { calls } = await db
    .selectFrom('address_counts')
    .select(({ fn }) => fn.coalesce(fn.sum<number>('calls'), sql<number>`0`).as('calls'))
    .where('kind', '=', kind)
    .where('address_hash', '=', ALL_ADDRESSES)
    .where('hour', '>=', new Date(hourOf(now) - oldest * HOUR_MS))
    .where('hour', '<=', new Date(hourOf(now) - newest * HOUR_MS))
    .executeTakeFirstOrThrow();
  return Number(calls);
}

/** Deletes counts that no limit needs any more. */
export async function deleteOldCounts(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('address_counts')
    .where('hour', '<', new Date(now - HOUR_MS))
    .where((eb) =>
      eb.or([
        eb('address_hash', '!=', ALL_ADDRESSES),
        eb('hour', '<', new Date(now - COUNTED_HOURS * HOUR_MS)),
      ]),
    )
    .execute();
}

/** Adds to a count of this hour; gives the new count. */
export async function count(
  { db, now }: Pick<Services, 'db' | 'now'>,
  kind: string,
  addressHash: string,
  by: 1 | -1,
): Promise<number> {
  const { calls } = await db
    .insertInto('address_counts')
    .values({
      kind,
      address_hash: addressHash,
      hour: new Date(hourOf(now())),
      calls: by,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'address_hash', 'hour'])
        .doUpdateSet(({ eb, ref }) => ({ calls: eb(ref('address_counts.calls'), '+', by) })),
    )
    .returning('calls')
    .executeTakeFirstOrThrow();
  return calls;
}

/** This hour's counts by kind: the sum, and the count of the address with the most. */
export async function countsOfHour(db: Db, now: number) {
  const rows = await db
    .selectFrom('address_counts')
    .select(({ fn }) => ['kind', fn.sum<number>('calls').as('calls'), fn.max('calls').as('most')])
    .where('hour', '=', new Date(hourOf(now)))
    .where('address_hash', '!=', ALL_ADDRESSES)
    .groupBy('kind')
    .execute();
  return rows.map(({ kind, calls, most }) => ({ kind, calls: Number(calls), most }));
}

export function hourOf(now: number): number {
  return Math.floor(now / HOUR_MS) * HOUR_MS;
}
