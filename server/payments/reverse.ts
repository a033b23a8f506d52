import { findDebtor } from '../accounts/deleted-numbers.ts';
import { lockPlayer } from '../accounts/players.ts';
import { holdAgain } from '../database/hold-again.ts';
import type { Trx } from '../database/tables.ts';
import { reverseCredit, type TakenBack } from '../ledger/reversal.ts';
import { type Credit, lockCredit } from './credit.ts';
import { endCarried, endPeriod } from './end-period.ts';
import { countGivenBack } from './given-back.ts';
import { endRenewal } from './renewal.ts';
import { isPlayed, markUndone } from './tickets.ts';

/** What became of taking a payment back. */
export type Reversal =
  | ({ outcome: 'reversed'; credit: Credit } & TakenBack)
  | { outcome: 'undone-before' | 'not-credited'; credit: Credit }
  | { outcome: 'unknown' };

/**
 * Takes a payment back, once: its money in the books, the coins that are left, and the rest of its
 * period, and its renewal. Coins that were spent, or a ticket that was played, become an open claim (flows.md#what-went-wrong-is-undone).
 */
export async function reversePayment(trx: Trx, reference: string, now: number): Promise<Reversal> {
  const credit = await lockCredit(trx, reference);
  if (credit === null) return { outcome: 'unknown' };
  const { key, playerId, state } = credit;
  if (state === 'reversed' || state === 'refunded') return { outcome: 'undone-before', credit };
  if (state !== 'paid') return { outcome: 'not-credited', credit };
  await lockPlayer(trx, playerId);
  const turn = await countGivenBack(trx, reference);
  const isUsed = await isPlayed(trx, reference);
  const back = await reverseCredit(trx, { playerId, key, turn, isUsed }, now);
  if (back.missing > 0) {
    const player_id = await findDebtor(trx, playerId);
    const owed = { reference, player_id, at: new Date(now) };
    await trx
      .insertInto('claims')
      .values({ credit_key: key, ...owed, coins: 0, [back.unit]: back.missing })
      .execute();
    await holdAgain(trx, player_id, 'claim');
  }
  if (back.unit === 'tickets') await markUndone(trx, reference, now);
  // Who wants their money back is not charged again for it.
  if (await endPeriod(trx, credit, now)) await endRenewal(trx, playerId);
  await endCarried(trx, reference, now);
  await trx
    .updateTable(credit.way === 'airtime' ? 'airtime_charges' : 'payments')
    .set({ state: 'reversed' })
    .where('reference', '=', reference)
    .execute();
  return { outcome: 'reversed', credit, ...back };
}
