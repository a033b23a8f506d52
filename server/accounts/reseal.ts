import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { Vault } from '../crypto/vault.ts';
import type { Db } from '../database/tables.ts';
import type { Services } from '../services.ts';
import { markHolder } from './account-marks.ts';
import { openAccount, ownerOf } from './bank-accounts.ts';

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

/** Marks the accounts that were kept before there were marks; one that cannot be opened is left to the log. */
export async function markKeptAccounts(
  services: Pick<Services, 'db' | 'vault' | 'now'>,
  log: Pick<FastifyBaseLogger, 'error'>,
): Promise<void> {
  let last = 0;
  for (;;) {
    const kept = await unmarkedAfter(services.db, last);
    for (const { player_id, account_hash, sealed } of kept) {
      try {
        const account = openAccount(services.vault, { sealed }, player_id);
        await markHolder(services.db, services, account, account_hash);
      } catch (err) {
        log.error({ err, player: player_id }, 'a bank account could not be opened');
      }
    }
    const end = kept.at(-1);
    if (!end) return;
    last = end.player_id;
  }
}

function unmarkedAfter(db: Db, playerId: number) {
  return db
    .selectFrom('bank_accounts')
    .select(['player_id', 'account_hash', 'sealed'])
    .where('player_id', '>', playerId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('account_marks')
            .select('account_marks.account_hash')
            .whereRef('account_marks.account_hash', '=', 'bank_accounts.account_hash'),
        ),
      ),
    )
    .orderBy('player_id')
    .limit(ACCOUNTS_AT_ONCE)
    .execute();
}
