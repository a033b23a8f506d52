import type { Way } from '../../src/rules/money.ts';
import type { PrizeKind } from '../../src/rules/prize-table.ts';
import { isCheckViolation } from '../database/failures.ts';
import type { Trx, Unit } from '../database/tables.ts';
import { Refusal } from '../http/errors.ts';
import { movements, repeatedMovements } from '../http/process-metrics.ts';

/**
 * A player's accounts: spendable coins, coins that open rounds hold, points earned, tickets of
 * Millionaire Rush that wait, and prizes in kobo that are owed to them, which stand below zero.
 */
export type PlayerAccount = 'wallet' | 'held' | 'points' | 'tickets' | 'prizes';

/**
 * The other side: where coins, points and tickets come from and go to, money that providers have taken for
 * us or sent for us (`clearing`), what it was for and what it cost: fees, prizes, and the tax that is
 * withheld from them and owed. These keep no balance.
 */
export type HouseAccount =
  | 'house:subscriptions'
  | 'house:coins-sold'
  | 'house:rounds'
  | 'house:forfeited'
  | 'house:points'
  | 'house:tickets-sold'
  | 'house:tickets-played'
  | 'house:sales'
  | 'house:fees'
  | 'house:prizes'
  | 'house:withheld'
  | 'house:corrections'
  | `house:clearing:${Way | PrizeKind}`;

/** One side of a movement; `amount` is whole coins, points, tickets or kobo, below zero for what goes out. */
export type Posting = { unit: Unit; amount: number } & (
  | { account: PlayerAccount; playerId: number }
  | { account: HouseAccount }
);

/** A movement: its sides, why it happens, and the key that makes it happen once. */
export type Movement = {
  key: string;
  reason:
    | 'subscription'
    | 'coins-bought'
    | 'payment-reversed'
    | 'payment-returned'
    | 'round-opened'
    | 'round-counted'
    | 'round-expired'
    | 'round-repaired'
    | 'ticket-bought'
    | 'run-opened'
    | 'run-counted'
    | 'run-voided'
    | 'run-repaired'
    | 'prize-won'
    | 'prize-ended'
    | 'prize-paid'
    | 'coins-corrected'
    | 'account-deleted';
  postings: readonly Posting[];
  /** Epoch milliseconds. */
  at: number;
};

/**
 * Writes one movement; gives whether it is new, since the same key changes
 * nothing again (ADR-0002). The database applies each posting to its wallet and refuses at commit
 * fewer than two postings or a sum other than zero in any unit; postings of 0 are left out. Throws
 * Refusal 409 `wallet/insufficient-coins` when a wallet would fall below zero: the transaction is
 * then of no more use.
 */
export async function move(trx: Trx, { key, reason, postings, at }: Movement): Promise<boolean> {
  const movement = await trx
    .insertInto('ledger_movements')
    .values({ key, reason, created_at: new Date(at) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!movement) {
    repeatedMovements.inc({ reason });
    return false;
  }
  const rows = postings
    .filter(({ amount }) => amount !== 0)
    .map((posting) => ({
      movement_id: movement.id,
      account: posting.account,
      player_id: 'playerId' in posting ? posting.playerId : null,
      unit: posting.unit,
      amount: posting.amount,
    }));
  try {
    if (rows.length > 0) await trx.insertInto('ledger_postings').values(rows).execute();
  } catch (error) {
    if (isCheckViolation(error, 'wallets_coins_check')) throw tooFewCoins();
    throw error;
  }
  movements.inc({ reason });
  return true;
}

function tooFewCoins(): Refusal {
  return new Refusal(409, 'wallet/insufficient-coins', 'You do not have enough coins');
}
