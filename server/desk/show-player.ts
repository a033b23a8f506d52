import { formatNumber } from '../../src/rules/numbers.ts';
import { findPlayer } from '../accounts/players.ts';
import type { Db } from '../database/tables.ts';
import { DeskError } from './desk.ts';
import { claimsOf, paidOf } from './paid.ts';

/** What a number has paid for, has left and owes. Throws DeskError for a number without an account. */
export async function showPlayer(db: Db, phone: string): Promise<string[]> {
  const playerId = await findPlayer(db, phone);
  if (playerId === null) throw new DeskError('There is no account with this phone number');
  const { coins, held } = await db
    .selectFrom('wallets')
    .select(['coins', 'held'])
    .where('player_id', '=', playerId)
    .executeTakeFirstOrThrow();
  return [
    `${phone}: ${formatNumber(coins)} coins, ${formatNumber(held)} held by open rounds`,
    ...(await claimsOf(db, { playerId })),
    ...(await paidOf(db, { playerId })),
  ];
}
