import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { StoppedBy } from '../../src/contract/care.ts';
import type { Plan, Product, RenewableWay, Way } from '../../src/rules/money.ts';
import type { Id, Time } from './columns.ts';

export type PaymentState =
  | 'pending'
  | 'paid'
  | 'failed'
  | 'refused'
  | 'mismatched'
  | 'reversed'
  | 'refunded';

export type DisputeState = 'open' | 'lost' | 'won';

/** The tables of plans, payments and their stand-ins, as the migrations leave them. */
export type MoneyTables = {
  subscriptions: {
    id: Id;
    player_id: number;
    reference: string;
    plan: Plan;
    starts_at: Time;
    ends_at: Time;
    way: ColumnType<Way, Way | undefined, Way>;
    cancelled_at: ColumnType<Date | null, Date | null | undefined, Date>;
    /** What it cost; `null` from before that was noted. */
    kobo: ColumnType<number | null, number | null | undefined, number>;
    /** As the operator reports a period that airtime paid for. */
    reported_from: ColumnType<Date | null, Date | null | undefined, never>;
    reported_until: ColumnType<Date | null, Date | null | undefined, never>;
    /** When its payment was taken back. */
    undone_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
    /** Whether an earlier account of the number was credited for it. */
    is_carried: Generated<boolean>;
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
    state: Generated<'pending' | 'paid' | 'refused' | 'reversed' | 'refunded'>;
    at: Time;
    asked_at: ColumnType<Date | null, undefined, Date>;
  };
  /** Who chose that their plan renews by itself, at the price that they said yes to. */
  renewals: {
    player_id: number;
    plan: Plan;
    way: RenewableWay;
    kobo: number;
    fee_kobo: number;
    /** The reference of the player's yes. */
    consent: string;
    /** The provider's authorisation, encrypted for this player alone. */
    sealed_card: string | null;
    chosen_at: Time;
    /** When a process last set about renewing it. */
    asked_at: Date | null;
  };
  /** How players spend with care; whole naira, no limit where there is none. */
  care: {
    player_id: number;
    weekly_naira: number | null;
    /** The limit that takes its place at `next_from`. */
    next_naira: number | null;
    next_from: Date | null;
    break_until: Date | null;
    /** When a renewal was stopped, and by what. */
    stopped_at: Date | null;
    stopped_by: StoppedBy | null;
    /** What an earlier account of the number had spent in the week of its deletion, and when that was. */
    carried_kobo: Generated<number>;
    carried_at: ColumnType<Date | null, Date | undefined, Date>;
  };
  /** What numbers without an account have paid for. */
  paid_periods: { phone: string; reference: string; plan: Plan; starts_at: Time; ends_at: Time };
  /** Coins of payments that were taken back, which their players had spent. */
  claims: {
    id: Id;
    credit_key: string;
    reference: string;
    player_id: number;
    coins: number;
    tickets: Generated<number>;
    at: Time;
    closed_at: ColumnType<Date | null, undefined, Date>;
  };
  /** Disputes of a payment: for which it was taken back, and when it was given back since. */
  disputes: {
    reference: string;
    id: string;
    state: DisputeState;
    at: Time;
    took_at: ColumnType<Date | null, undefined, Date>;
    given_back_at: ColumnType<Date | null, undefined, Date>;
  };
  /** Money that is sent back: asked of the provider, sent by it, or left to the operator's hand. */
  refunds: {
    credit_key: string;
    reference: string;
    player_id: number;
    way: Way;
    kobo: number;
    state: 'asked' | 'sent' | 'by-hand';
    at: Time;
    asked_at: ColumnType<Date | null, undefined, Date>;
    ended_at: ColumnType<Date | null, Date | undefined, Date>;
  };
  operators: {
    name: string;
    key_hash: string;
    added_at: Time;
    removed_at: ColumnType<Date | null, undefined, Date>;
  };
  /** What operators have changed: never changed itself. */
  operator_log: {
    id: Id;
    operator: string;
    command: string;
    reference: string | null;
    why: string | null;
    at: Time;
  };
  /** What operators say where two have to say the same, each once for a subject. */
  operator_yes: {
    subject: string;
    operator: string;
    says: string;
    at: ColumnType<Date, Date, Date>;
  };
  /** What an operator moved without another one. */
  operator_alone: {
    id: Id;
    operator: string;
    player_id: number;
    unit: 'coins' | 'kobo';
    amount: number;
    at: Time;
  };
  /** Whether the database was played with stand-ins of money; there is no row until a server starts. */
  money_kind: { only_one: Generated<boolean>; kind: 'played' | 'real'; since: Time };
  sandbox_card_refunds: {
    id: Id;
    reference: string;
    amount: number;
    merchant_note: string;
    at: Time;
  };
  sandbox_card_transactions: {
    id: Id;
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
