import { type Kysely, sql } from 'kysely';

const SESSIONS = [
  `alter table sessions add column family text`,
  `update sessions set family = token_hash`,
  `alter table sessions alter column family set not null`,
  `create index sessions_player on sessions (player_id, family, created_at)`,
  `create index sessions_family on sessions (family)`,
];

const PROOFS = [
  `create table challenges (
    id text primary key,
    phone text not null,
    code_hash text not null,
    sent_at timestamptz not null,
    expires_at timestamptz not null,
    tries integer not null default 0,
    last_try text,
    passed_at timestamptz
  )`,
  `create index challenges_phone on challenges (phone, sent_at)`,
  `create index challenges_sent_at on challenges (sent_at)`,
  `create table used_proofs (
    proof_hash text primary key,
    used_by text,
    used_at timestamptz not null
  )`,
  `create index used_proofs_used_at on used_proofs (used_at)`,
  `create table address_counts (
    kind text not null,
    address_hash text not null,
    hour timestamptz not null,
    calls integer not null,
    primary key (kind, address_hash, hour)
  )`,
  `create index address_counts_hour on address_counts (hour)`,
];

/** A number can be charged before it has an account. */
const CHARGES = [
  `alter table charge_attempts add column phone text`,
  `update charge_attempts set phone = players.phone from players where players.id = player_id`,
  `alter table charge_attempts drop column player_id`,
  `alter table charge_attempts add primary key (phone)`,
];

const VISITS = [
  `create table campaign_visits (
    id bigint generated always as identity primary key,
    msisdn text not null,
    referer text not null,
    txn_id text not null,
    created_at timestamptz not null
  )`,
  `create table contact_messages (
    id bigint generated always as identity primary key,
    player_id bigint references players,
    email text not null,
    phone text not null,
    subject text not null,
    message text not null,
    type text not null,
    created_at timestamptz not null
  )`,
  `create table sandbox_sms (
    id bigint generated always as identity primary key,
    phone text not null,
    text text not null,
    sent_at timestamptz not null
  )`,
  `create index sandbox_sms_phone on sandbox_sms (phone, id)`,
];

/** Sign-in by proof, families of sessions, campaign visits and contact messages. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...SESSIONS, ...PROOFS, ...CHARGES, ...VISITS]) {
    await sql.raw(statement).execute(db);
  }
}
