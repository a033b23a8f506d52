import { sql } from 'kysely';
import type { Db, Trx, Unit } from '../database/tables.ts';

/** A figure of a wallet that its postings do not sum to. */
export type Stray = {
  playerId: number;
  what: 'coins' | 'held coins' | 'tickets';
  kept: number;
  entered: number;
};

/** A movement whose sides do not cancel out. */
export type Unbalanced = { key: string; unit: Unit; sum: number };

export type LedgerCheck = { wallets: number; strays: Stray[]; unbalanced: Unbalanced[] };

/**
 * Compares every wallet with the sum of its postings, and each movement's sides with each other, at
 * one moment; changes nothing. However long it reads, nobody waits but on the embedded database.
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
