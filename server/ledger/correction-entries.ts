import type { Db, Trx } from '../database/tables.ts';
import { move } from './ledger.ts';

/** A correction of a wallet by an operator: whose, known by what, and whole coins, below zero for what is taken. */
export type Correction = { playerId: number; name: string; coins: number };

const keyOf = (name: string) => `correction:${name}`;
const undoneKeyOf = (name: string) => `correction:${name}:undone`;

/**
 * Gives or takes coins by an operator's word, once for its name. Gives whether it was done now, not
 * before. Throws Refusal 409 `wallet/insufficient-coins`.
 */
export async function correctCoins(trx: Trx, correction: Correction, at: number): Promise<boolean> {
  const { playerId, name, coins } = correction;
  return move(trx, {
    key: keyOf(name),
    reason: 'coins-corrected',
    at,
    postings: [
      { account: 'house:corrections', unit: 'coins', amount: -coins },
      { account: 'wallet', playerId, unit: 'coins', amount: coins },
    ],
  });
}

/** Undoes a correction whole, once. Gives whether it was done now. Throws as `correctCoins`. */
export async function undoCorrection(
  trx: Trx,
  { playerId, name, coins }: Correction,
  at: number,
): Promise<boolean> {
  return move(trx, {
    key: undoneKeyOf(name),
    reason: 'coins-corrected',
    at,
    postings: [
      { account: 'house:corrections', unit: 'coins', amount: coins },
      { account: 'wallet', playerId, unit: 'coins', amount: -coins },
    ],
  });
}

/** The correction of a name, and whether it has been undone; `null` where there is none. */
export async function findCorrection(
  db: Db,
  name: string,
): Promise<(Correction & { isUndone: boolean }) | null> {
  const rows = await db
    .selectFrom('ledger_movements as movement')
    .innerJoin('ledger_postings as posting', 'posting.movement_id', 'movement.id')
    .select(['key', 'player_id as playerId', 'amount as coins'])
    .where('key', 'in', [keyOf(name), undoneKeyOf(name)])
    .where('account', '=', 'wallet')
    .execute();
  const done = rows.find(({ key }) => key === keyOf(name));
  if (done === undefined || done.playerId === null) return null;
  return { playerId: done.playerId, name, coins: done.coins, isUndone: rows.length > 1 };
}
