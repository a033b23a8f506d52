import { sql } from 'kysely';
import type { Db } from '../../server/database/tables.ts';

/** Sets a player's balances without the ledger, which the database does not allow the serving role. */
export async function forceWallet(
  db: Db,
  playerId: number,
  balances: { coins?: number; held?: number },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = 'replica'`.execute(trx);
    await trx.updateTable('wallets').set(balances).where('player_id', '=', playerId).execute();
  });
}
