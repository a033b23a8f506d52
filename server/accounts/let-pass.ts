import { sql } from 'kysely';
import type { HoldReason } from '../../src/rules/payouts.ts';
import type { Trx } from '../database/tables.ts';

/**
 * Has an operator look again at what they have let pass of a player's prizes that are not paid: there is
 * something new that they did not know of (game.md#held-prizes).
 */
export async function lookAgain(trx: Trx, playerId: number, reason: HoldReason): Promise<void> {
  await trx
    .updateTable('payouts')
    .set({ released: sql<HoldReason[]>`array_remove(released, ${reason})` })
    .where('player_id', '=', playerId)
    .where('state', 'not in', ['paid', 'refused', 'lapsed'])
    .where(sql<boolean>`${reason} = any (released)`)
    .execute();
}
