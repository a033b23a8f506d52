import { sql } from 'kysely';
import type { Way } from '../../src/rules/money.ts';
import type { PrizeKind } from '../../src/rules/prizes.ts';
import { isCheckViolation } from '../database/failures.ts';
import type { Db, Trx, Unit } from '../database/tables.ts';
import { movements, repeatedMovements } from '../http/metrics.ts';
import { Refusal } from '../http/serve.ts';

/**
 * A player's accounts: spendable coins, coins that open rounds hold, points earned, waiting tickets of
 * Millionaire Rush, and prizes that the player is owed. Prizes are in kobo and below zero.
 */
export type PlayerAccount = 'wallet' | 'held' | 'points' | 'tickets' | 'prizes';

/**
 * The house's accounts, which are the other side of movements. Coins, points and tickets come from them
 * and end in them. `clearing` has the money that providers have taken or sent for us. The others are
 * sales, fees, prizes, and the tax that is withheld from prizes and owed. No balance is kept for these
 * accounts.
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

/**
 * One side of a movement. `amount` is whole coins, points, tickets or kobo, below zero where the
 * account loses them.
 */
export type Posting = { unit: Unit; amount: number } & (
  | { account: PlayerAccount; playerId: number }
  | { account: HouseAccount }
);

/** A movement: its postings, its reason, and the key that makes it happen once. */
type Movement = {
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
 * Writes one movement. Gives whether it is new: a key that is in the ledger already changes nothing
 * (ADR-0002). Postings of 0 are left out. The database applies each posting to its wallet. At commit it
 * refuses a movement with fewer than two postings, or with a sum other than zero in any unit. Throws
 * Refusal 409 `wallet/insufficient-coins` if a wallet would fall below zero; the transaction is then
 * unusable.
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

/** A figure of a wallet that differs from the sum of its postings. */
type Stray = {
  playerId: number;
  what: 'coins' | 'held coins' | 'tickets';
  kept: number;
  entered: number;
};

/** A movement whose sides do not cancel out. */
type Unbalanced = { key: string; unit: Unit; sum: number };

type LedgerCheck = { wallets: number; strays: Stray[]; unbalanced: Unbalanced[] };

/**
 * Compares every wallet with the sum of its postings, and adds up each movement's postings, all in one
 * snapshot. Changes nothing. It may read for a long time; only on the embedded database do others wait
 * for it.
 */
export async function checkLedger(db: Db): Promise<LedgerCheck> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      await sql`set local statement_timeout = 0`.execute(trx);
      const { wallets } = await trx
        .selectFrom('wallets')
        .select(({ fn }) => fn.countAll<number>().as('wallets'))
        .executeTakeFirstOrThrow();
      return {
        wallets: Number(wallets),
        strays: await findStrays(trx),
        unbalanced: await findUnbalanced(trx),
      };
    });
}

async function findStrays(trx: Trx): Promise<Stray[]> {
  const { rows } = await sql<Stray>`
    with entered as (
      select player_id,
        coalesce(sum(amount) filter (where account = 'wallet'), 0) as coins,
        coalesce(sum(amount) filter (where account = 'held'), 0) as held,
        coalesce(sum(amount) filter (where account = 'tickets'), 0) as tickets
      from ledger_postings where player_id is not null group by player_id
    )
    select player_id as "playerId", what, kept::bigint, entered::bigint
    from wallets full join entered using (player_id)
    cross join lateral (values
      ('coins', coalesce(wallets.coins, 0), coalesce(entered.coins, 0)),
      ('held coins', coalesce(wallets.held, 0), coalesce(entered.held, 0)),
      ('tickets', coalesce(wallets.tickets, 0), coalesce(entered.tickets, 0))
    ) figure (what, kept, entered)
    where kept <> entered
    order by player_id, what`.execute(trx);
  return rows;
}

async function findUnbalanced(trx: Trx): Promise<Unbalanced[]> {
  const { rows } = await sql<Unbalanced>`
    select key, unit, sum(amount)::bigint as sum
    from ledger_postings join ledger_movements movement on movement.id = movement_id
    group by movement.id, key, unit having sum(amount) <> 0
    order by movement.id, unit`.execute(trx);
  return rows;
}
