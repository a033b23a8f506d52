import type { Trx } from '../database/tables.ts';
import { type HouseAccount, move, type PlayerAccount, type Posting } from './ledger.ts';

/** A credit to take back: whose, and the key of its movement. */
export type Credited = { playerId: number; key: string };

/** In whole coins: what was taken back, and what had been spent already. */
export type TakenBack = { taken: number; missing: number };

/**
 * Takes back what a credit has brought, in one movement: all of its money, and of its coins those
 * that the wallet has left. The caller holds the wallet and sees to it that this happens once.
 * Throws Error where nothing was credited by that key.
 */
export async function reverseCredit(
  trx: Trx,
  { playerId, key }: Credited,
  at: number,
): Promise<TakenBack> {
  const postings = await trx
    .selectFrom('ledger_postings as posting')
    .innerJoin('ledger_movements as movement', 'movement.id', 'posting.movement_id')
    .select(['account', 'player_id', 'unit', 'amount'])
    .where('key', '=', key)
    .execute();
  const credited = postings.find(({ account }) => account === 'wallet')?.amount;
  if (credited === undefined) throw new Error(`the ledger has no credit ${key}`);
  const { coins } = await trx
    .selectFrom('wallets')
    .select('coins')
    .where('player_id', '=', playerId)
    .executeTakeFirstOrThrow();
  const taken = Math.min(coins, credited);
  const back = postings.map(({ account, player_id, unit, amount }): Posting => {
    const reversed = { unit, amount: unit === 'coins' ? -Math.sign(amount) * taken : -amount };
    return player_id === null
      ? { account: account as HouseAccount, ...reversed }
      : { account: account as PlayerAccount, playerId: player_id, ...reversed };
  });
  // Of an old credit, which had no money, nothing may be left to move.
  if (back.some(({ amount }) => amount !== 0)) {
    await move(trx, { key: `reversal:${key}`, reason: 'payment-reversed', at, postings: back });
  }
  return { taken, missing: credited - taken };
}
