import { DAY_MS } from '../../src/rules/calendar.ts';
import type { Db, Trx } from '../database/tables.ts';

/**
 * Fewer accounts than this on one phone are usual: a phone takes two SIM cards, and families share phones.
 */
export const SHARED_BY_MIN = 3;
/**
 * An address with this many players is taken for a carrier's, which has thousands. Households and shops have
 * fewer.
 */
export const CARRIER_PLAYERS_MIN = 20;
/** How long addresses and devices of play are stored (players.md#what-is-kept-how-long). */
export const TRACE_MEMORY_MS = 90 * DAY_MS;

/** Removes the address from the rounds of a deleted account. */
export async function forgetRoundTraces(trx: Trx, playerId: number): Promise<void> {
  await trx
    .updateTable('rounds')
    .set({ address_hash: null })
    .where('player_id', '=', playerId)
    .where('address_hash', 'is not', null)
    .execute();
}

/** Removes the address from old rounds. */
export async function deleteOldRoundTraces(db: Db, now: number): Promise<void> {
  await db
    .updateTable('rounds')
    .set({ address_hash: null })
    .where('issued_at', '<', new Date(now - TRACE_MEMORY_MS))
    .where('address_hash', 'is not', null)
    .execute();
}
