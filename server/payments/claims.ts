import type { Claim } from '../../src/contract/payments.ts';
import type { Db, Trx } from '../database/tables.ts';

/** What a player owes of payments that were taken back, the oldest first. */
export async function readClaims(db: Db, playerId: number): Promise<Claim[]> {
  const rows = await db
    .selectFrom('claims')
    .select(['reference', 'coins', 'at'])
    .where('player_id', '=', playerId)
    .where('closed_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(({ at, ...claim }) => ({ ...claim, at: at.toISOString() }));
}

/** Whether a player owes coins of a payment that was taken back: nothing is paid out until then. */
export async function hasOpenClaim(db: Db, playerId: number): Promise<boolean> {
  return (await readClaims(db, playerId)).length > 0;
}

/** Closes what is owed of a reference; no coins move. Gives how many coins that were. */
export async function closeClaims(
  trx: Trx,
  of: { reference: string } | { creditKey: string },
  now: number,
): Promise<number> {
  const open = trx
    .updateTable('claims')
    .set({ closed_at: new Date(now) })
    .where('closed_at', 'is', null);
  const closing =
    'reference' in of
      ? open.where('reference', '=', of.reference)
      : open.where('credit_key', '=', of.creditKey);
  const closed = await closing.returning('coins').execute();
  return closed.reduce((sum, { coins }) => sum + coins, 0);
}
