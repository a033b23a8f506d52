import { DAY_MS } from '../../src/rules/calendar.ts';
import type { Db, Trx } from '../database/tables.ts';

/** A phone takes two SIM cards, and a family shares it. */
export const SHARED_BY_MIN = 3;
/** A carrier has thousands behind one address, a household or a shop not so many. */
export const CARRIER_PLAYERS_MIN = 20;
/** How long it is kept where something was played from (operations.md#messages-visits-and-what-is-kept-how-long). */
export const TRACE_MEMORY_MS = 90 * DAY_MS;

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
