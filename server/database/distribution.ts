import { sql } from 'kysely';
import type { Db } from './tables.ts';

/**
 * A rule that spans several players, or a table without a player's column. `why` is `null` if no reason is
 * known.
 */
export type Across = { table: string; name: string; what: string; why: string | null };

const ID = "the id is the row's own: with the player before it, it is as unique";
const BY_PLAYER = 'its player is that of the row it names';

/** Tables of players without a player's column, each with what it would be distributed by. */
const OTHERWISE: Record<string, string> = {
  ledger_movements: 'by player once it has the column: a movement is of one player and the house',
  idempotency_records: 'by scope, which is of one player or number',
  disputes: "by the payment's player",
  payout_notices: "by the payout's player",
  raffle_winners: 'a few rows a month, written by the draw alone',
  challenges: 'by number: there may be no player yet',
  seen_networks: 'by number, which is signed',
  charge_attempts: 'by number: there may be no player yet',
  paid_periods: 'by number: there is no player yet',
  airtime_charges: 'by number: there may be no player yet',
  wallet_prompts: 'by number, which is signed',
  account_marks: "by the holder's name, which is signed: one person's accounts lie together",
  address_counts: 'by address, which is signed',
  used_proofs: "by the proof's own hash",
  campaign_visits: 'by id: read by operators alone',
  payment_reports: 'by id: read by operators alone',
};

/** The house's tables, which are small enough to lie on every node, and those of the stand-ins. */
const HOUSE = [
  ...['settings', 'operators', 'operator_log', 'operator_yes', 'money_kind', 'restores'],
  ...['gone_prizes', 'outages', 'outage_calls', 'heartbeat', 'client_reports', 'arrival_counts'],
  ...['prize_tables', 'prize_periods', 'raffle_draws', 'raffle_blocks', 'category_plays'],
  ...['board_points', 'board_slices', 'rush_reserve', 'withdrawn_questions', 'question_counting'],
  ...['question_standings', 'question_stats', 'kysely_migration', 'kysely_migration_lock'],
];
const isHouse = (table: string) => HOUSE.includes(table) || table.startsWith('sandbox_');

/** Rules that hold across players, each with the reason. */
const KNOWN: Record<string, string> = {
  players_phone_key: 'a number has one account',
  players_continued_by_fkey: 'the next account of a number whose account was deleted',
  player_reports_reporter_id_fkey: 'who reports another player',
  bank_accounts_account_hash_key: "a bank account is one player's",
  payments_pkey: "a provider's reference is paid once, whoever names it",
  consents_reference_step_key: 'a reference is agreed to once, whoever names it',
  rush_tickets_pkey: 'a payment brings one ticket',
  claims_open_credit: "a credit is claimed once: its key names the player's payment",
  refunds_pkey: "a credit goes back once: its key names the player's payment",
  payouts_place: 'a place is won once, by whoever has it',
  payouts_reference_key: "a prize's reference names its place",
  payouts_sent_as: "a sending's reference follows from its place and player",
  pictures_pkey: "a picture's name is random: it is asked for without its player",
  sessions_pkey: "a token's hash is asked for without its player",
  raffle_tickets_pkey: 'a code is earned once in the whole raffle',
  raffle_tickets_list: "the order of a month's list, over all players",
  question_repairs_pkey: "a round or a run is made good once for a question: it is one player's",
  deleted_numbers_pkey: 'a number, signed, has one trace',
  ledger_movements_key_key:
    "a key names what is moved for: the player's round, run, payment or prize",
  rounds_play_id_key: BY_PLAYER,
  rush_runs_ticket: BY_PLAYER,
  ledger_postings_movement_id_fkey: BY_PLAYER,
  rounds_play_id_fkey: BY_PLAYER,
  rush_runs_ticket_fkey: BY_PLAYER,
  question_reports_round_id_fkey: BY_PLAYER,
  disputes_reference_fkey: BY_PLAYER,
  payout_notices_payout_id_fkey: BY_PLAYER,
  proof_rounds_payout_id_fkey: BY_PLAYER,
  raffle_winners_code_fkey: 'the few tickets that were drawn',
};

type Rule = {
  name: string;
  from: string;
  columns: string[];
  /** The table that a foreign key names; `null` for other rules. */
  to: string | null;
  to_columns: string[] | null;
  what: string;
};

/**
 * Finds what prevents the tables from being distributed by player (docs/operations/growth.md#a-cluster). It
 * gives each unique index, foreign key and exclusion of the players' tables that is not within one player. It
 * also gives each table without the player's column that is not the house's.
 */
export async function findAcross(db: Db): Promise<Across[]> {
  const tables = await columnsOfTables(db);
  const playerIn = (table: string) =>
    table === 'players' ? 'id' : tables.get(table)?.includes('player_id') ? 'player_id' : null;
  const isWithin = ({ from, columns, to, to_columns }: Rule) => {
    const own = playerIn(from);
    if (to !== null && isHouse(to)) return true;
    const at = own === null ? -1 : columns.indexOf(own);
    return at >= 0 && (to === null || to_columns?.[at] === playerIn(to));
  };
  const without = [...tables.keys()].flatMap((table) =>
    isHouse(table) || playerIn(table) !== null
      ? []
      : [{ table, name: table, what: 'has no player_id', why: OTHERWISE[table] ?? null }],
  );
  const rules = (await readRules(db)).filter(
    (rule) => !isHouse(rule.from) && (playerIn(rule.from) ?? rule.to) !== null && !isWithin(rule),
  );
  const across = rules.map(({ from: table, name, what, columns, to }) => {
    const isId = to === null && columns.join() === 'id' && name.endsWith('_pkey');
    return { table, name, what, why: KNOWN[name] ?? (isId ? ID : null) };
  });
  return [...without, ...across];
}

async function columnsOfTables(db: Db): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select relname as name, array_agg(attname::text) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
    where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace
    group by relname order by relname`.execute(db);
  return new Map(rows.map(({ name, columns }) => [name, columns]));
}

async function readRules(db: Db): Promise<Rule[]> {
  const names = (table: string, numbers: string) =>
    sql.raw(`(select array_agg(attname::text order by place)
      from unnest(${numbers}) with ordinality as of (number, place)
      join pg_attribute on attrelid = ${table} and attnum = number)`);
  const { rows } = await sql<Rule>`
    select one.relname as name, own.relname as from, null as to, null as to_columns,
      coalesce(${names('indrelid', 'indkey::int2[]')}, '{}') as columns,
      pg_get_indexdef(indexrelid) as what
    from pg_index join pg_class one on one.oid = indexrelid join pg_class own on own.oid = indrelid
    where (indisunique or indisexclusion) and own.relnamespace = current_schema()::regnamespace
    union all
    select conname, own.relname, other.relname, ${names('confrelid', 'confkey')},
      ${names('conrelid', 'conkey')}, pg_get_constraintdef(pg_constraint.oid)
    from pg_constraint join pg_class own on own.oid = conrelid join pg_class other on other.oid = confrelid
    where contype = 'f' and connamespace = current_schema()::regnamespace
    order by 2, 1`.execute(db);
  return rows;
}
