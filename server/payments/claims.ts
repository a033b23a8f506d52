import type { Claim } from '../../src/contract/payments.ts';
import type { Db, Trx } from '../database/tables.ts';

/** What a player owes: whole coins, or tickets of Millionaire Rush. */
type Owed = { coins: number; tickets: number };

/** A player's open claims: debts from payments that were taken back, the oldest first. */
export async function readClaims(db: Db, playerId: number): Promise<Claim[]> {
  const rows = await db
    .selectFrom('claims')
    .select(['reference', 'coins', 'tickets', 'at'])
    .where('player_id', '=', playerId)
    .where('closed_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(({ reference, coins, tickets, at }) => ({
    reference,
    coins,
    ...(tickets > 0 && { tickets }),
    at: at.toISOString(),
  }));
}

/** Whether a player has an open claim. Nothing is paid out to such a player. */
export async function hasOpenClaim(db: Db, playerId: number): Promise<boolean> {
  return (await readClaims(db, playerId)).length > 0;
}

/** Closes the open claims of a reference or a credit without moving money or coins. Gives their sum. */
export async function closeClaims(
  trx: Trx,
  of: { reference: string } | { creditKey: string },
  now: number,
): Promise<Owed> {
  const open = trx
    .updateTable('claims')
    .set({ closed_at: new Date(now) })
    .where('closed_at', 'is', null);
  const closing =
    'reference' in of
      ? open.where('reference', '=', of.reference)
      : open.where('credit_key', '=', of.creditKey);
  const closed = await closing.returning(['coins', 'tickets']).execute();
  const sumOf = (unit: keyof Owed) => closed.reduce((sum, one) => sum + one[unit], 0);
  return { coins: sumOf('coins'), tickets: sumOf('tickets') };
}
