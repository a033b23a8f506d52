import type { Selectable } from 'kysely';
import type { Tables, Trx } from '../database/tables.ts';

/** A payout as it lies in the database. */
export type Payout = Selectable<Tables['payouts']>;

/** Holds a payout until the transaction ends; `null` where another process holds it, or none is there. */
export async function takePayout(trx: Trx, id: number): Promise<Payout | null> {
  const payout = await trx
    .selectFrom('payouts')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return payout ?? null;
}

/** What the ledger enters of it. */
export function moneyOf(payout: Payout) {
  return {
    reference: payout.reference,
    playerId: payout.player_id,
    grossKobo: payout.gross_kobo,
    taxKobo: payout.tax_kobo,
    netKobo: payout.net_kobo,
    kind: payout.kind,
  };
}
