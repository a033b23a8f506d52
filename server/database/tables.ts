import type { ColumnType, Generated, JSONColumnType, Kysely, Transaction } from 'kysely';
import type { DealtQuestion } from '../../question-bank/reader/deal.ts';
import type { Level } from '../../src/rules/levels.ts';
import type { Plan, Product, Way } from '../../src/rules/money.ts';
import type { RoundResult, TranscriptRow } from '../../src/rules/round.ts';
import type { BoardName } from '../boards/boards.ts';

type Time = ColumnType<Date, Date, Date>;
type Id = Generated<number>;

/** What a ledger posting counts; cash in kobo. */
export type Unit = 'coins' | 'points' | 'kobo' | 'plays' | 'tickets';

export type PaymentState =
  | 'pending'
  | 'paid'
  | 'failed'
  | 'refused'
  | 'mismatched'
  | 'reversed'
  | 'refunded';

/** What the phone counted, kept beside what the server counted. */
export type ClaimedResult = { points: number; coins: number; score: number };

/** The database's tables, as the migrations leave them. */
export type Tables = {
  settings: { name: string; value: string };
  players: {
    id: Id;
    phone: string;
    username: string;
    email: string;
    platform: string;
    network: string;
    image: string | null;
    social: string | null;
    source: string | null;
    created_at: Time;
  };
  sessions: {
    token_hash: string;
    player_id: number;
    /** Shared by the tokens that came out of one sign-in. */
    family: string;
    created_at: Time;
    expires_at: Time;
  };
  challenges: {
    id: string;
    /** What the ids are derived from: one for each network that asks; `id` answers. */
    seed: string;
    phone: string;
    code_hash: string;
    sent_at: Time;
    expires_at: Time;
    tries: Generated<number>;
    last_try: ColumnType<string | null, undefined, string | null>;
    passed_at: ColumnType<Date | null, undefined, Date>;
  };
  used_proofs: { proof_hash: string; used_by: string | null; used_at: Time };
  address_counts: { kind: string; address_hash: string; hour: Time; calls: number };
  wallets: { player_id: number; coins: Generated<number>; held: Generated<number> };
  ledger_movements: { id: Id; key: string; reason: string; created_at: Time };
  ledger_postings: {
    id: Id;
    movement_id: number;
    account: string;
    player_id: number | null;
    unit: Unit;
    amount: number;
  };
  subscriptions: {
    id: Id;
    player_id: number;
    reference: string;
    plan: Plan;
    starts_at: Time;
    ends_at: Time;
    way: ColumnType<Way, Way | undefined, Way>;
    cancelled_at: ColumnType<Date | null, undefined, Date>;
    /** What it cost; `null` from before that was noted. */
    kobo: ColumnType<number | null, number | undefined, number>;
    /** As the operator reports a period that airtime paid for. */
    reported_from: ColumnType<Date | null, Date | undefined, never>;
    reported_until: ColumnType<Date | null, Date | undefined, never>;
  };
  /** Each payment from before its provider is asked for it until its end. */
  payments: {
    reference: string;
    player_id: number;
    way: Way;
    product: Product;
    coins: number;
    kobo: number;
    fee_kobo: Generated<number>;
    currency: Generated<string>;
    state: Generated<PaymentState>;
    payer: string | null;
    handle: string | null;
    /** What the provider said of it. */
    said: JSONColumnType<Record<string, unknown> | null, string | null | undefined, string>;
    created_at: Time;
    asked_at: Date | null;
    ended_at: Date | null;
    /** How often a DOI was sent, and when the last one. */
    prompts: Generated<number>;
    prompted_at: Date | null;
  };
  /** Who agreed to which price: never changed. A DOI is the second step. */
  consents: {
    id: Id;
    reference: string;
    player_id: number | null;
    phone: string;
    step: 1 | 2;
    way: Way;
    product: Product;
    coins: number;
    kobo: number;
    fee_kobo: number;
    door: string;
    said_at: Time;
  };
  /** Reports of payments that nobody expected, or that differ from what was: for the operator. */
  payment_reports: {
    id: Id;
    reference: string;
    what: string;
    body: JSONColumnType<Record<string, unknown>, string, never>;
    at: Time;
  };
  /** What limits count, numbers signed: each looked up on a Lagos day, each prompt (DOI). */
  wallet_lookups: { player_id: number; day: string; number_hash: string };
  wallet_prompts: { id: Id; number_hash: string; at: Time };
  charge_attempts: {
    phone: string;
    plan: Plan;
    reference: string;
    started_at: Time;
    /** How many calls ask the provider about it at the moment. */
    asking: Generated<number>;
    asked_at: Date | null;
    /** Whether a call that asked since nobody did has left without knowing how it ends. */
    is_undecided: Generated<boolean>;
  };
  /** Charges by airtime that the operator was asked for, and how they ended. */
  airtime_charges: {
    reference: string;
    phone: string;
    kobo: number;
    state: Generated<'pending' | 'paid' | 'refused'>;
    at: Time;
  };
  /** What numbers without an account have paid for. */
  paid_periods: { phone: string; reference: string; plan: Plan; starts_at: Time; ends_at: Time };
  plays: { id: Id; player_id: number; day: string; is_open: boolean; taken_at: Time };
  rounds: {
    id: string;
    player_id: number;
    play_id: number;
    category_id: string;
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
    claim: JSONColumnType<ClaimedResult | null, undefined, string>;
    flags: Generated<string[]>;
  };
  dealt_questions: { player_id: number; question_id: string; dealt_at: Time };
  board_scores: {
    board: BoardName;
    period_start: Time;
    player_id: number;
    points: number;
    reached_at: Time;
  };
  board_points: { board: BoardName; period_start: Time; points: number; players: number };
  board_slices: {
    board: BoardName;
    period_start: Time;
    points: number;
    slice: number;
    players: number;
  };
  board_changes: { id: Id; board: BoardName; period_start: Time; player_id: number };
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
  sandbox_sms: { id: Id; phone: string; text: string; sent_at: Time };
  sandbox_card_transactions: {
    reference: string;
    amount: number;
    currency: string;
    email: string;
    metadata: JSONColumnType<Record<string, unknown>, string, string>;
    state: 'success' | 'failed';
    at: Time;
  };
  sandbox_collections: {
    reference: string;
    msisdn: string;
    amount: number;
    /** How often its status was asked for. */
    asked: Generated<number>;
    at: Time;
  };
  sandbox_airtime_plans: {
    reference: string;
    phone: string;
    plan: Plan;
    starts_at: Time;
    ends_at: Time;
  };
};

/** The database, or a transaction on it. */
export type Db = Kysely<Tables>;

/** A transaction: what is done in it is done as one, or not at all. */
export type Trx = Transaction<Tables>;

export type OpenDatabase = { db: Db; close: () => Promise<void> };
