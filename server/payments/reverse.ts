import { lockPlayer } from '../accounts/players.ts';
import type { Db, Trx } from '../database/tables.ts';
import { reverseCredit, type TakenBack } from '../ledger/reversal.ts';
import { type Credit, lockCredit } from './credit.ts';
import { endPeriod } from './end-period.ts';

/** What became of taking a payment back. */
export type Reversal =
  | ({ outcome: 'reversed'; credit: Credit } & TakenBack)
  | { outcome: 'undone-before' | 'not-credited'; credit: Credit }
  | { outcome: 'unknown' };

/**
 * Takes a payment back, once: its money in the books, the coins that are left, and the rest of its
 * period. Coins that were spent become an open claim (flows.md#what-went-wrong-is-undone).
 */
export async function reversePayment(trx: Trx, reference: string, now: number): Promise<Reversal> {
  const credit = await lockCredit(trx, reference);
  if (credit === null) return { outcome: 'unknown' };
  const { key, playerId, state } = credit;
  if (state === 'reversed' || state === 'refunded') return { outcome: 'undone-before', credit };
  if (state !== 'paid') return { outcome: 'not-credited', credit };
  await lockPlayer(trx, playerId);
  const back = await reverseCredit(trx, { playerId, key }, now);
  if (back.missing > 0) {
    const owed = { reference, player_id: playerId, coins: back.missing, at: new Date(now) };
    await trx
      .insertInto('claims')
      .values({ credit_key: key, ...owed })
      .execute();
  }
  await endPeriod(trx, credit, now);
  await trx
    .updateTable(credit.way === 'airtime' ? 'airtime_charges' : 'payments')
    .set({ state: 'reversed' })
    .where('reference', '=', reference)
    .execute();
  return { outcome: 'reversed', credit, ...back };
}

/** Whether a player owes coins of a payment that was taken back: nothing is paid out until then. */
export async function hasOpenClaim(db: Db, playerId: number): Promise<boolean> {
  const open = await db
    .selectFrom('claims')
    .select('credit_key')
    .where('player_id', '=', playerId)
    .where('closed_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return open !== undefined;
}
