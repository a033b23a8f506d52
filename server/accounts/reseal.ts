import { sql } from 'kysely';
import type { Vault } from '../crypto/vault.ts';
import type { Db } from '../database/tables.ts';
import { ownerOf } from './bank-accounts.ts';

/** Few: a player who changes one of them waits for the rest. */
const ACCOUNTS_AT_ONCE = 20;

/**
 * Has the newest key seal every bank account, some at a time: players go on meanwhile, and a run that
 * was cut is begun again. The marks' key comes last, so that a server without an older key starts
 * only when nothing needs it (operations.md#bank-keys). Gives how many accounts were sealed anew.
 */
export async function resealAccounts(db: Db, vault: Vault): Promise<number> {
  let resealed = 0;
  for (;;) {
    const count = await db.transaction().execute(async (trx) => {
      const rows = await trx
        .selectFrom('bank_accounts')
        .select(['player_id', 'sealed'])
        .where(sql<boolean>`not starts_with(sealed, ${vault.newest})`)
        .orderBy('player_id')
        .limit(ACCOUNTS_AT_ONCE)
        .forUpdate()
        .execute();
      for (const { player_id, sealed } of rows) {
        const owner = ownerOf(player_id);
        await trx
          .updateTable('bank_accounts')
          .set({ sealed: vault.seal(vault.open(sealed, owner), owner) })
          .where('player_id', '=', player_id)
          .execute();
      }
      return rows.length;
    });
    if (count === 0) break;
    resealed += count;
  }
  await vault.rotate();
  return resealed;
}
