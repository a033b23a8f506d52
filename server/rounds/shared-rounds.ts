import { sql } from 'kysely';
import { DAY_MS, type Period } from '../../src/rules/calendar.ts';
import type { Db, Trx } from '../database/tables.ts';

/** A phone takes two SIM cards, and a family shares it. */
export const SHARED_BY_MIN = 3;
/** A carrier has thousands behind one address, a household or a shop not so many. */
export const CARRIER_PLAYERS_MIN = 20;
/** How long it is kept where something was played from (operations.md#messages-visits-and-what-is-kept-how-long). */
export const TRACE_MEMORY_MS = 90 * DAY_MS;

/** Whose weeks are looked at, and all who stand in the money with them. */
export type Winner = { playerId: number; winners: readonly number[] };

/**
 * What a winner shares with others: the address of the week's rounds, and the phone of runs, whose id
 * alone is known. A carrier's address weighs nothing.
 */
export async function sharedWith(db: Db, { playerId, winners }: Winner, week: Period) {
  const among = [...new Set([...winners, playerId])];
  if (among.length < SHARED_BY_MIN) return [];
  const [from, to] = [new Date(week.startsAt), new Date(week.endsAt)];
  const { rows } = await sql<{ what: string; winners: number }>`
    with played as (
      select 'address' as what, address_hash as hash, player_id from rounds
      where issued_at >= ${from} and issued_at < ${to} and address_hash is not null
      union
      select 'device', device_hash, player_id from rush_runs
      where opened_at < ${to} and device_hash is not null
    )
    select what, (count(distinct player_id) filter (where player_id in (${sql.join(among)})))::int as winners
    from played
    where (what, hash) in (select what, hash from played where player_id = ${playerId})
    group by what, hash
    having count(distinct player_id) filter (where player_id in (${sql.join(among)})) >= ${SHARED_BY_MIN}
      and (what <> 'address' or count(distinct player_id) < ${CARRIER_PLAYERS_MIN})
    order by what
  `.execute(db);
  return rows.map(({ what, winners: sharers }) => `same-${what}: one of ${sharers} winners`);
}

/** Takes out of a deleted account's rounds where they were played from. */
export async function forgetRoundTraces(trx: Trx, playerId: number): Promise<void> {
  await trx
    .updateTable('rounds')
    .set({ address_hash: null })
    .where('player_id', '=', playerId)
    .where('address_hash', 'is not', null)
    .execute();
}

/** Takes out of old rounds where they were played from. */
export async function deleteOldRoundTraces(db: Db, now: number): Promise<void> {
  await db
    .updateTable('rounds')
    .set({ address_hash: null })
    .where('issued_at', '<', new Date(now - TRACE_MEMORY_MS))
    .where('address_hash', 'is not', null)
    .execute();
}
