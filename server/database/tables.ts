import type { ColumnType, Generated, JSONColumnType, Kysely, Transaction } from 'kysely';
import type { DealtQuestion } from '../../question-bank/reader/deal.ts';
import type { Gender, ReportReason } from '../../src/contract/profile.ts';
import type { Level } from '../../src/rules/levels.ts';
import type { Pool } from '../../src/rules/networks.ts';
import type { RoundResult, TranscriptRow } from '../../src/rules/round.ts';
import type { BoardTables } from './board-tables.ts';
import type { Id, Time } from './columns.ts';
import type { MoneyTables } from './money-tables.ts';
import type { PrizeTables } from './prize-tables.ts';
import type { ProofTables } from './proof-tables.ts';
import type { QuestionTables } from './question-tables.ts';
import type { RaffleTables } from './raffle-tables.ts';
import type { ReportTables } from './report-tables.ts';
import type { RushTables } from './rush-tables.ts';

/** What a ledger posting counts; cash in kobo. */
export type Unit = 'coins' | 'points' | 'kobo' | 'plays' | 'tickets';

/** What the phone counted, kept beside what the server counted. */
export type PhoneResult = { points: number; coins: number; score: number };

/** What one lane has had of a number's codes (ADR-0033). */
export type LaneCounts = {
  /** Wrong codes of the challenge that runs. */
  tries: number;
  /** The Lagos day that these are of: texts that were sent, and wrong codes. */
  day: string;
  texts: number;
  wrong: number;
  /** When its last text was sent, in epoch milliseconds. */
  textAt: number;
};

export type Lanes = Record<'known' | 'new', LaneCounts>;

type GroupedTables = BoardTables &
  MoneyTables &
  PrizeTables &
  ProofTables &
  QuestionTables &
  RaffleTables &
  ReportTables &
  RushTables;

/** The database's tables, as the migrations leave them. */
export type Tables = GroupedTables & {
  settings: { name: string; value: string };
  players: {
    id: Id;
    phone: string;
    /** What sign-up sent. */
    username: string;
    /** What the player is called. */
    nickname: string;
    email: string;
    platform: string;
    network: string;
    image: string | null;
    /** A day such as `2008-11-18`. */
    dob: ColumnType<string | null, string | null | undefined, string | null>;
    gender: ColumnType<Gender | null, undefined, Gender | null>;
    home_state: ColumnType<string | null, undefined, string | null>;
    home_city: ColumnType<string | null, undefined, string | null>;
    dark: ColumnType<boolean | null, undefined, boolean | null>;
    social: string | null;
    source: string | null;
    created_at: Time;
    /** When somebody last signed in by its number, or had their token replaced. */
    seen_at: ColumnType<Date, Date | undefined, Date>;
    /** From then on the row is a pseudonym. */
    deleted_at: ColumnType<Date | null, undefined, Date>;
    /** Until when a player may not choose what the operator has taken away. */
    picture_locked_until: ColumnType<Date | null, undefined, Date | null>;
    name_locked_until: ColumnType<Date | null, undefined, Date | null>;
    /** The newest account of a deleted account's number, where there is one. */
    continued_by: ColumnType<number | null, undefined, number>;
  };
  /** What a later account of a number starts from whose account was deleted; the number signed. */
  deleted_numbers: {
    number_hash: string;
    deleted_at: Time;
    /** Of a player under 18 alone. */
    dob: string | null;
    weekly_naira: number | null;
    next_naira: number | null;
    next_from: Date | null;
    break_until: Date | null;
    player_id: number;
    /** What was spent in the week of the deletion. */
    spent_kobo: Generated<number>;
    picture_locked_until: Date | null;
    name_locked_until: Date | null;
    /** What the operator has called them, while the lock runs. */
    locked_name: string | null;
  };
  pictures: {
    name: string;
    player_id: number;
    type: 'image/jpeg';
    width: number;
    height: number;
    bytes: ColumnType<Uint8Array, Uint8Array, never>;
    created_at: Time;
    replaced_at: ColumnType<Date | null, undefined, Date>;
  };
  picture_tries: { player_id: number; day: string; tries: number };
  player_reports: {
    id: Id;
    player_id: number;
    reporter_id: number;
    day: string;
    reason: ReportReason;
    at: Time;
    closed_at: ColumnType<Date | null, undefined, Date>;
  };
  sessions: {
    token_hash: string;
    player_id: number;
    /** Shared by the tokens that came out of one sign-in. */
    family: string;
    created_at: Time;
    expires_at: Time;
    /** When the sign-in was. */
    proved_at: Time;
    /** As 'Chrome on Android', of its first call; empty where nothing is known. */
    device: string | null;
  };
  /** The one challenge of each number, and what it has had of codes. */
  challenges: {
    phone: string;
    id: string;
    sent_at: ColumnType<Date, Date, Date>;
    expires_at: ColumnType<Date, Date, Date>;
    passed_at: ColumnType<Date | null, null, Date | null>;
    last_try: ColumnType<string | null, undefined, string | null>;
    lanes: JSONColumnType<Lanes, string, string>;
  };
  /** Where each number has signed in from, both signed. */
  seen_networks: {
    number_hash: string;
    network_hash: string;
    seen_at: ColumnType<Date, Date, Date>;
  };
  used_proofs: { proof_hash: string; used_by: string | null; used_at: Time };
  address_counts: { kind: string; address_hash: string; hour: Time; calls: number };
  wallets: {
    player_id: number;
    coins: Generated<number>;
    held: Generated<number>;
    /** Of Millionaire Rush, paid and not played. */
    tickets: Generated<number>;
  };
  ledger_movements: { id: Id; key: string; reason: string; created_at: Time };
  ledger_postings: {
    id: Id;
    movement_id: number;
    account: string;
    player_id: number | null;
    unit: Unit;
    amount: number;
  };
  plays: { id: Id; player_id: number; day: string; is_open: boolean; taken_at: Time };
  rounds: {
    id: string;
    player_id: number;
    play_id: number;
    category_id: string;
    /** The player's when it was issued. */
    pool: Pool;
    state: Generated<'open' | 'counted' | 'expired'>;
    level: Level;
    question_level: Level;
    coins_per_question: number;
    points_per_correct: number;
    timer_ms: number;
    seed: number;
    questions: JSONColumnType<DealtQuestion[], string, string>;
    secret_hash: string;
    issued_at: Time;
    expires_at: Time;
    deliver_by: Time;
    closed_at: ColumnType<Date | null, Date | undefined, Date>;
    transcript: JSONColumnType<TranscriptRow[] | null, undefined, string>;
    result: JSONColumnType<RoundResult | null, undefined, string>;
    claim: JSONColumnType<PhoneResult | null, undefined, string>;
    flags: Generated<string[]>;
    /** What of it the player had been dealt before; `null` from before that was kept. */
    repeats: ColumnType<string[] | null, string[] | undefined, never>;
    /** Where it was asked from, signed; forgotten after a while. */
    address_hash: string | null;
  };
  round_bests: { player_id: number; category_id: string; level: Level; right_answers: number };
  dealt_questions: { player_id: number; question_id: string; dealt_at: Time };
  category_plays: { category_id: string; plays: number };
  idempotency_records: {
    scope: string;
    key: string;
    request_hash: string;
    reply: JSONColumnType<Record<string, unknown>, string, never>;
    created_at: Time;
  };
  campaign_visits: { id: Id; msisdn: string; referer: string; txn_id: string; created_at: Time };
  contact_messages: {
    id: Id;
    player_id: number | null;
    email: string;
    phone: string;
    subject: string;
    message: string;
    type: string;
    created_at: Time;
  };
  bank_accounts: {
    player_id: number;
    /** Bank, number and name, sealed by the vault. */
    sealed: string;
    /** Signed by the vault: one player for an account. */
    account_hash: string;
    kept_at: Time;
    /** Until when nothing is paid out to a new account; `null` for a first one of long ago. */
    held_until: ColumnType<Date | null, Date | null, Date | null>;
  };
  /** Whose an account is and what number it has, signed by the vault. */
  account_marks: {
    account_hash: string;
    holder_hash: string;
    number_hash: string;
    marked_at: ColumnType<Date, Date, Date>;
  };
  bank_lookups: { player_id: number; account_hash: string; asked_at: Time };
  sandbox_sms: { id: Id; phone: string; text: string; sent_at: Time };
};

/** The database, or a transaction on it. */
export type Db = Kysely<Tables>;

/** A transaction: what is done in it is done as one, or not at all. */
export type Trx = Transaction<Tables>;

export type OpenDatabase = { db: Db; close: () => Promise<void> };
