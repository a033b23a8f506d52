import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  `create function wallets_refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception 'a wallet is moved by the ledger alone';
    end $$`,
  // Inside the trigger of a posting the depth is one.
  `create trigger wallets_keep before update or delete on wallets
    for each row when (pg_trigger_depth() = 0) execute function wallets_refuse_change()`,
  `create trigger wallets_empty before insert on wallets
    for each row when (new.coins <> 0 or new.held <> 0 or new.tickets <> 0)
    execute function wallets_refuse_change()`,
  `create trigger wallets_whole before truncate on wallets
    for each statement execute function wallets_refuse_change()`,
  // By its owner's right: who serves may add to the ledger, and has no right to a wallet.
  `alter function ledger_apply_posting() security definer`,
  `alter function ledger_apply_posting() set search_path from current`,
];

/** Whoever changes a balance beside the ledger is refused. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
