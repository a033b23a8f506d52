import { sql } from 'kysely';
import type { HoldReason } from '../../src/rules/payouts.ts';
import type { Trx } from './tables.ts';

/**
 * Has what an operator let pass hold a player's prizes again that have not left: there is more of it
 * now, or another, which nobody has looked at.
 */
export async function holdAgain(trx: Trx, playerId: number, reason: HoldReason): Promise<void> {
  await trx
    .updateTable('payouts')
    .set({ released: sql`array_remove(released, ${reason})` })
    .where('player_id', '=', playerId)
    .where('state', 'not in', ['paid', 'refused', 'lapsed'])
    .where(sql<boolean>`${reason} = any (released)`)
    .execute();
}
