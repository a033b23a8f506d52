import type { ColumnType, Generated, JSONColumnType, Kysely, Transaction } from 'kysely';
import type { DealtQuestion } from '../../question-bank/reader/deal.ts';
import type { StoppedBy } from '../../src/contract/care.ts';
import type { ErrorReport, PhoneReport, VitalReport } from '../../src/contract/client-reports.ts';
import type { Gender, ReportReason } from '../../src/contract/profile.ts';
import type { QuestionReportReason } from '../../src/contract/question-reports.ts';
import type { TicketReason } from '../../src/contract/raffle.ts';
import type { FigureSpelling } from '../../src/rules/figure.ts';
import type { Level } from '../../src/rules/levels.ts';
import type { Plan, Product, RenewableWay, Way } from '../../src/rules/money.ts';
import type { Pool } from '../../src/rules/networks.ts';
import type { HoldReason, PayoutState } from '../../src/rules/payouts.ts';
import type { PrizeBoard, PrizeKind, PrizeRow } from '../../src/rules/prizes.ts';
import type { ProofQuestion, ProofRound } from '../../src/rules/proof-round.ts';
import type { RoundResult, TranscriptRow } from '../../src/rules/round.ts';
import type { RushEnd, RushRun } from '../../src/rules/rush-run.ts';
import type { TierPart } from '../../src/rules/tier-parts.ts';
import type { BoardName } from '../boards/boards.ts';

/** The database, or a transaction on it. */
export type Db = Kysely<Tables>;

/** A transaction: all of its work is done, or nothing of it. */
export type Trx = Transaction<Tables>;

export type OpenDatabase = { db: Db; close: () => Promise<void> };

/** The id of a row, which the database chooses. */
type Id = Generated<number>;

type Time = ColumnType<Date, Date, Date>;

/** An instant that is `null` until something happens. */
type Later = ColumnType<Date | null, Date | undefined, Date | null>;

/** A value that is `null` in a new row and is set by an update. */
type SetLater<Value> = ColumnType<Value | null, undefined, Value>;

/** The unit of a ledger posting; cash is in kobo. */
export type Unit = 'coins' | 'points' | 'kobo' | 'plays' | 'tickets';

/** The phone's own count of a round, kept with the server's. */
export type PhoneResult = { points: number; coins: number; score: number };

/** How many codes were sent to a number and tried, for one kind of caller (ADR-0033). */
export type LaneCounts = {
  /** Wrong codes of the present challenge. */
  tries: number;
  /** The Lagos day on which `texts` were sent and `wrong` codes were entered. */
  day: string;
  texts: number;
  wrong: number;
  /** When the lane's last text was sent, in epoch milliseconds. */
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
    /** The name that sign-up sent. */
    username: string;
    /** The name that others see. */
    nickname: string;
    email: string;
    platform: string;
    network: string;
    image: string | null;
    /** The date of birth, such as `2008-11-18`. */
    dob: ColumnType<string | null, string | null | undefined, string | null>;
    gender: ColumnType<Gender | null, undefined, Gender | null>;
    home_state: ColumnType<string | null, undefined, string | null>;
    home_city: ColumnType<string | null, undefined, string | null>;
    dark: ColumnType<boolean | null, undefined, boolean | null>;
    social: string | null;
    source: string | null;
    created_at: Time;
    /** When somebody last signed in with the account's number, or had their token replaced. */
    seen_at: ColumnType<Date, Date | undefined, Date>;
    /** When the account was deleted. From then on the row is a pseudonym. */
    deleted_at: SetLater<Date>;
    /** Until when the player may not choose a picture or name again, since the operator took theirs away. */
    picture_locked_until: ColumnType<Date | null, undefined, Date | null>;
    name_locked_until: ColumnType<Date | null, undefined, Date | null>;
    /** The newest account of the same number, if this account was deleted and the number has a new one. */
    continued_by: SetLater<number>;
  };
  /** The start of a later account, for each number whose account was deleted. The number is signed. */
  deleted_numbers: {
    number_hash: string;
    deleted_at: Time;
    /** The date of birth of a player under 18; `null` for others. */
    dob: string | null;
    weekly_naira: number | null;
    next_naira: number | null;
    next_from: Date | null;
    break_until: Date | null;
    player_id: number;
    /** The money spent in the week of the deletion. */
    spent_kobo: Generated<number>;
    picture_locked_until: Date | null;
    name_locked_until: Date | null;
    /** The name that the operator gave the player, while the lock runs. */
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
    replaced_at: SetLater<Date>;
  };
  picture_tries: { player_id: number; day: string; tries: number };
  player_reports: {
    id: Id;
    player_id: number;
    reporter_id: number;
    day: string;
    reason: ReportReason;
    at: Time;
    closed_at: SetLater<Date>;
  };
  sessions: {
    token_hash: string;
    player_id: number;
    /** The family of tokens that came from one sign-in. */
    family: string;
    created_at: Time;
    expires_at: Time;
    /** When the player signed in. */
    proved_at: Time;
    /** The device of the session's first call, such as 'Chrome on Android'; empty where nothing is known. */
    device: string | null;
  };
  /** The one challenge of each number, and how many codes the number was sent and got wrong. */
  challenges: {
    phone: string;
    id: string;
    sent_at: ColumnType<Date, Date, Date>;
    expires_at: ColumnType<Date, Date, Date>;
    passed_at: ColumnType<Date | null, null, Date | null>;
    last_try: ColumnType<string | null, undefined, string | null>;
    lanes: JSONColumnType<Lanes, string, string>;
  };
  /** The networks that each number has signed in from. Numbers and networks are signed. */
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
    /** Paid tickets of Millionaire Rush that are not played yet. */
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
    /** The player's pool when the round was issued. */
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
    /** The phone's own count. It is no debt and no claim of a prize. */
    claim: JSONColumnType<PhoneResult | null, undefined, string>;
    flags: Generated<string[]>;
    /**
     * The part of the round that the player had been dealt before; `null` in rows from before this was kept.
     */
    repeats: ColumnType<string[] | null, string[] | undefined, never>;
    /** The address that asked for the round, signed; it is deleted after a while. */
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
    /** The bank, number and name of the account, sealed by the vault. */
    sealed: string;
    /** The account, signed by the vault. It is unique, so an account belongs to one player. */
    account_hash: string;
    kept_at: Time;
    /**
     * Nothing is paid out to a new account before this time. `null` for an account that an
     * older build kept as a player's first.
     */
    held_until: ColumnType<Date | null, Date | null, Date | null>;
  };
  /** The holder and the number of each account, signed by the vault. */
  account_marks: {
    account_hash: string;
    holder_hash: string;
    number_hash: string;
    marked_at: ColumnType<Date, Date, Date>;
  };
  bank_lookups: { player_id: number; account_hash: string; asked_at: Time };
  sandbox_sms: { id: Id; phone: string; text: string; sent_at: Time };
};

/** The tables of the leaderboards. */
type BoardTables = {
  board_scores: {
    board: BoardName;
    pool: Pool;
    period_start: Time;
    player_id: number;
    points: number;
    reached_at: Time;
  };
  /** A trigger of `board_scores` writes these rows and those of `board_slices` (migrations/0021-pools.ts). */
  board_points: {
    board: BoardName;
    pool: Pool;
    period_start: Time;
    points: number;
    players: number;
  };
  board_slices: {
    board: BoardName;
    pool: Pool;
    period_start: Time;
    points: number;
    slice: number;
    players: number;
  };
  board_changes: {
    id: Id;
    board: BoardName;
    pool: Pool;
    period_start: Time;
    player_id: number;
  };
};

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
type MoneyTables = {
  subscriptions: {
    id: Id;
    player_id: number;
    reference: string;
    plan: Plan;
    starts_at: Time;
    ends_at: Time;
    way: ColumnType<Way, Way | undefined, Way>;
    cancelled_at: ColumnType<Date | null, Date | null | undefined, Date>;
    /** The period's price; `null` in rows from before it was kept. */
    kobo: ColumnType<number | null, number | null | undefined, number>;
    /** A period that airtime paid for, as the operator reports it. */
    reported_from: ColumnType<Date | null, Date | null | undefined, never>;
    reported_until: ColumnType<Date | null, Date | null | undefined, never>;
    /** When the period's payment was taken back. */
    undone_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
    /** Whether an earlier account of the number was credited for the period. */
    is_carried: Generated<boolean>;
  };
  /** Each payment and its state; the row is written before the provider is asked. */
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
    /** What the provider said about the payment. */
    said: JSONColumnType<Record<string, unknown> | null, string | null | undefined, string>;
    created_at: Time;
    asked_at: Date | null;
    ended_at: Date | null;
    /** How many DOIs were sent, and when the last one was. */
    prompts: Generated<number>;
    prompted_at: Date | null;
  };
  /** Each yes to a price; rows never change. A DOI is the second step of a consent. */
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
  /** Reports for the operator about payments that nobody expected, or that differ from what was expected. */
  payment_reports: {
    id: Id;
    reference: string;
    what: string;
    body: JSONColumnType<Record<string, unknown>, string, never>;
    at: Time;
  };
  /**
   * What the limits count, with signed numbers: each number that a player looks up on a Lagos day, and each
   * prompt (DOI).
   */
  wallet_lookups: { player_id: number; day: string; number_hash: string };
  wallet_prompts: { id: Id; number_hash: string; at: Time };
  charge_attempts: {
    phone: string;
    plan: Plan;
    reference: string;
    started_at: Time;
    /** How many calls are asking the provider about the charge at the moment. */
    asking: Generated<number>;
    asked_at: Date | null;
    /**
     * Whether one of the calls that asked at the same time has ended without learning the charge's outcome.
     */
    is_undecided: Generated<boolean>;
  };
  /** Charges by airtime that the operator was asked for, and their outcomes. */
  airtime_charges: {
    reference: string;
    phone: string;
    kobo: number;
    state: Generated<'pending' | 'paid' | 'refused' | 'reversed' | 'refunded'>;
    at: Time;
    asked_at: SetLater<Date>;
  };
  /** Players whose plan renews by itself, at the price that they said yes to. */
  renewals: {
    player_id: number;
    plan: Plan;
    way: RenewableWay;
    kobo: number;
    fee_kobo: number;
    /** The reference of the consent that the player gave. */
    consent: string;
    /** The provider's authorisation, encrypted for this player alone. */
    sealed_card: string | null;
    chosen_at: Time;
    /** When a process last started to renew the plan. */
    asked_at: Date | null;
  };
  /** The spending limits of players, in whole naira; `null` is no limit. */
  care: {
    player_id: number;
    weekly_naira: number | null;
    /** The limit that replaces `weekly_naira` at `next_from`. */
    next_naira: number | null;
    next_from: Date | null;
    break_until: Date | null;
    /** When a renewal was stopped, and what stopped it. */
    stopped_at: Date | null;
    stopped_by: StoppedBy | null;
    /**
     * What an earlier account of the number had spent in the week of its deletion, and when it was deleted.
     */
    carried_kobo: Generated<number>;
    carried_at: ColumnType<Date | null, Date | undefined, Date>;
  };
  /** Periods that numbers without an account have paid for. */
  paid_periods: { phone: string; reference: string; plan: Plan; starts_at: Time; ends_at: Time };
  /** Coins that players had already spent when their payments were taken back. */
  claims: {
    id: Id;
    credit_key: string;
    reference: string;
    player_id: number;
    coins: number;
    tickets: Generated<number>;
    at: Time;
    closed_at: SetLater<Date>;
  };
  /** Disputes of payments. A dispute may take a payment back, and give it back later. */
  disputes: {
    reference: string;
    id: string;
    state: DisputeState;
    at: Time;
    took_at: SetLater<Date>;
    given_back_at: SetLater<Date>;
  };
  /**
   * Money that is sent back: the provider was asked, the provider has sent it, or the operator has to send
   * it.
   */
  refunds: {
    credit_key: string;
    reference: string;
    player_id: number;
    way: Way;
    kobo: number;
    state: 'asked' | 'sent' | 'by-hand';
    at: Time;
    asked_at: SetLater<Date>;
    ended_at: ColumnType<Date | null, Date | undefined, Date>;
  };
  operators: {
    name: string;
    key_hash: string;
    added_at: Time;
    removed_at: SetLater<Date>;
  };
  /** The operators' changes; rows never change. */
  operator_log: {
    id: Id;
    operator: string;
    command: string;
    reference: string | null;
    why: string | null;
    at: Time;
  };
  /** What each operator said where two of them have to say the same, once for each operator and subject. */
  operator_yes: {
    subject: string;
    operator: string;
    says: string;
    at: ColumnType<Date, Date, Date>;
  };
  /** Movements that an operator made alone. */
  operator_alone: {
    id: Id;
    operator: string;
    player_id: number;
    unit: 'coins' | 'kobo';
    amount: number;
    at: Time;
  };
  /**
   * Whether the database's money is played or real. There is no row until the first server that moves money
   * starts.
   */
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
    /** How often the payment's status was asked for. */
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

/** The kinds of texts to players about their payouts. */
export type PayoutNotice = 'won' | 'lapsing' | 'paid' | `held ${HoldReason}`;

/** The tables of prizes and payouts. */
type PrizeTables = {
  /** Every prize table that servers have used, in the order of use; rows never change. */
  prize_tables: {
    id: Id;
    rows: JSONColumnType<PrizeRow[], string, never>;
    /** The tax that is withheld, in hundredths of a percent. */
    withholding: number;
    since: Time;
  };
  /** Periods whose places have become payouts, with the prize table that they are paid by. */
  prize_periods: {
    board: PrizeBoard;
    pool: Pool;
    period_start: Time;
    period_end: Time;
    table_id: number;
    settled_at: Time;
    /** What each place of a day's tiers pays by the tickets; empty where prizes are fixed. */
    tier_parts: JSONColumnType<TierPart[], string | undefined, string>;
    /** The accounts of a day's tournament that belong together, group by group. */
    rings: JSONColumnType<number[][], string | undefined, string>;
  };
  payouts: {
    id: Id;
    reference: string;
    player_id: number;
    board: PrizeBoard;
    pool: Pool;
    /** The tier of a day's tournament; 0 on every other board. */
    tier: 0 | 1 | 2 | 3;
    period_start: Time;
    period_end: Time;
    /** The place that the board shows. */
    place: number;
    kind: PrizeKind;
    gross_kobo: number;
    tax_kobo: number;
    net_kobo: number;
    state: Generated<PayoutState>;
    /** All reasons that hold the prize; the player is shown the first. */
    reasons: Generated<HoldReason[]>;
    /** Reasons that an operator has let pass. */
    released: Generated<HoldReason[]>;
    /** Whether an operator holds the prize. */
    is_stopped: Generated<boolean>;
    /**
     * The time that the player has left to mend what holds the prize; `mend_by` is set while that time runs.
     */
    mend_left_ms: Generated<number>;
    mend_by: Later;
    made_at: Time;
    /** When the payout's state last changed, and when the payout was last looked at. */
    state_at: ColumnType<Date, Date, Date>;
    looked_at: Later;
    approved_at: Later;
    sent_at: Later;
    paid_at: Later;
    ended_at: Later;
    seen_at: Later;
    /**
     * The account that the prize goes to, signed. Its name and last digits are shown once the prize is sent.
     */
    account_hash: SetLater<string>;
    bank_name: SetLater<string>;
    bank_ending: SetLater<string>;
    /** How many of the payout's sendings are known to have failed. */
    failures: Generated<number>;
    /** The reference of the payout's newest sending. */
    sent_as: SetLater<string>;
    /** When the payout was last searched for among the sendings from before a restore. */
    searched_at: Later;
    /** Whether a person sends the prize. */
    is_by_hand: Generated<boolean>;
    /** When the provider was last asked, and what it said if it did not send the prize. */
    provider_asked_at: Later;
    said: ColumnType<string | null, undefined, string | null>;
    /**
     * The withdrawn question for which this is paid in addition to the places; `null` for the prize of a
     * place.
     */
    withdrawn_question: string | null;
    /**
     * For a prize of a tier, the lowest player of the group that its player belongs to; `null` for other
     * prizes.
     */
    kin: ColumnType<number | null, number | null | undefined, never>;
  };
  sandbox_transfers: { reference: string; account_number: string; amount: number; at: Time };
  sandbox_top_ups: { reference: string; phone: string; at: Time };
  /** Texts to players about their payouts, each sent once. */
  payout_notices: {
    payout_id: number;
    what: PayoutNotice;
    at: Time;
    sent_at: Later;
  };
  /** Restored copies; at most one of them waits for its answer. */
  restores: { id: Id; at: ColumnType<Date, Date, Date>; answered_at: Later };
  /** Prizes that were sent by hand before a restore, by the names of their sendings. */
  gone_prizes: { prize: string; at: Time };
};

/** A part of what a prize claims, and of the proof round that has to show it (game.md#proof-round). */
export type ClaimPart = {
  level: Level;
  timerMs: number;
  /** How many of the proof round's questions belong to this part. */
  questions: number;
  /** The categories in which it was played; empty for all categories. */
  categories: string[];
  /** How the player answered such questions when they met them first. */
  past: { right: number; asked: number };
};

/** How a proof round was judged. */
export type ProofResult = {
  right: number;
  asked: number;
  /** How likely it is that somebody who answers as well as claimed has so few right answers. */
  likelihood: number;
};

/** The tables of proof rounds. */
export type ProofTables = {
  proof_rounds: {
    id: string;
    player_id: number;
    state: Generated<'asked' | 'open' | 'passed' | 'under-review'>;
    why: string;
    /** The prize that asked for the round; `null` in rows from before this was kept. */
    payout_id: number | null;
    claim: JSONColumnType<ClaimPart[], string, never>;
    asked_at: Time;
    due_at: Time;
    round: JSONColumnType<ProofRound<DealtQuestion & ProofQuestion> | null, undefined, string>;
    /** How long each question took on the phone, in milliseconds. */
    phone_ms: JSONColumnType<number[], undefined, string>;
    opened_at: ColumnType<Date | null, Date | undefined, Date>;
    closed_at: ColumnType<Date | null, Date | undefined, Date>;
    result: JSONColumnType<ProofResult | null, undefined, string>;
    flags: Generated<string[]>;
  };
};

/**
 * The tables of questions that are reported as wrong, of questions that were wrong, and of what answers say
 * about questions (game.md#level-by-answers).
 */
type QuestionTables = {
  /** One report for each player and question. */
  question_reports: {
    player_id: number;
    question_id: string;
    round_id: string;
    /** The level at which the question was asked. */
    level: Level;
    reason: QuestionReportReason;
    /** A day of Lagos, such as `2026-11-18`. */
    day: string;
    at: Time;
    /** When an operator upheld the report. */
    closed_at: SetLater<Date>;
  };
  /** Questions that an operator has taken back because they were wrong. */
  withdrawn_questions: { question_id: string; operator: string; why: string; at: Time };
  /** Compensation for a withdrawn question, once for each round or run. */
  question_repairs: {
    question_id: string;
    /** The id of the round or run. */
    played_id: string;
    player_id: number;
    coins: number;
    points: number;
    tickets: number;
    /** The boards whose period got the points. A board is missing if its period was final by then. */
    boards: Exclude<PrizeBoard, 'raffle'>[];
    at: Time;
    /** When the player was told of it. */
    seen_at: SetLater<Date>;
  };
  /** First answers, by the level at which the question was dealt and by the band of players. */
  question_stats: {
    question_id: string;
    level: Level;
    band: number;
    right_answers: number;
    wrong_answers: number;
    skipped: number;
    timed_out: number;
    /** The sum of the players' strengths. */
    strengths: number;
    /** Counts of answers by the time that they took: see `TIMES_MS`. */
    times: number[];
  };
  /** A player's answers so far, which show how strong the player is. */
  player_pasts: { player_id: number; asked: number; right_answers: number; difficulty: number };
  /** The verdict of a question's answers: at which level it is dealt, or that it is not dealt. */
  question_standings: {
    question_id: string;
    /** The level at which the question is dealt; `null` while its answers say too little. */
    level: Level | null;
    difficulty: number;
    error: number;
    suspicion: 'key' | 'fast' | null;
    suspected_at: ColumnType<Date | null, Date | null, Date | null>;
  };
  /** The last round that was counted, and the last day on which questions were judged. */
  question_counting: {
    only_one: Generated<boolean>;
    closed_at: Time;
    round_id: string;
    judged_on: string | null;
  };
};

/** The tables of the raffle and of streaks. */
type RaffleTables = {
  /** The days are Lagos days, such as `2026-11-17`. */
  play_streaks: { player_id: number; first_day: string; last_day: string; bonuses: number };
  raffle_draws: {
    month: string;
    closes_at: Time;
    naira: number;
    places: number;
    reserves: number;
    /** The seed, which is secret until the draw. */
    seed: string;
    seed_hash: string;
    made_at: Time;
    figure: SetLater<string>;
    figure_named_at: SetLater<Date>;
    figure_spelling: SetLater<FigureSpelling>;
    /** When the list was closed. From then on no ticket is added. */
    closed_at: SetLater<Date>;
    tickets: SetLater<number>;
    root: SetLater<string>;
    sealed_at: SetLater<Date>;
    figure_value: SetLater<string>;
    drawn_at: SetLater<Date>;
  };
  raffle_points: { month: string; player_id: number; points: number };
  raffle_tickets: {
    code: string;
    month: string;
    player_id: number;
    reason: TicketReason;
    /** The day that earned the ticket, or which hundred of a month's points earned it. */
    earned_for: string;
    earned_at: Time;
  };
  raffle_blocks: { month: string; number: number; first_code: string; root: string };
  raffle_winners: { month: string; place: number; index: number; code: string; naira: number };
};

/**
 * A report with the phone and the app's version that it came from. A row keeps one of those that it counts.
 */
export type ReportSample = (ErrorReport | VitalReport) &
  PhoneReport & { version?: string | undefined };

/** The tables of daily counts: what phones report, and what brings players. */
export type ReportTables = {
  /** Counts of arrivals by a day of Lagos, their source and campaign ('' for none). They name nobody. */
  arrival_counts: {
    day: string;
    source: string;
    campaign: string;
    sign_ups: number;
    log_ins: number;
  };
  client_reports: {
    /** A day of Lagos, such as `2026-11-18`. */
    day: string;
    kind: 'error' | 'vital';
    /** For an error, the hash of its message and place; for a vital, its name and the bound of its bucket. */
    fingerprint: string;
    build: string;
    count: number;
    /** The sum of a vital's values. */
    total: number;
    first_at: Time;
    last_at: Time;
    /** The row's first report; `null` where the day has too many different reports. */
    sample: JSONColumnType<ReportSample | null, string | null, never>;
  };
};

/** How long one level took, as the phone and as the server saw it, in milliseconds. */
export type LevelTimes = { phoneMs: number | null; serverMs: number };

/** The tables of Millionaire Rush. */
export type RushTables = {
  /** Tickets, by the reference of their payment. */
  rush_tickets: {
    reference: string;
    player_id: number;
    bought_at: Time;
    /** When the ticket's payment was taken back. */
    undone_at: ColumnType<Date | null, undefined, Date | null>;
  };
  rush_runs: {
    id: string;
    player_id: number;
    ticket: string;
    /** The player's pool when the run was opened. */
    pool: Pool;
    /** `void` is a run that we ended: it counts nothing, and its ticket is given back. */
    state: Generated<'open' | 'counted' | 'void'>;
    run: JSONColumnType<RushRun<DealtQuestion>, string, string>;
    levels: JSONColumnType<LevelTimes[], string | undefined, string>;
    opened_at: Time;
    closed_at: SetLater<Date>;
    ended: SetLater<RushEnd>;
    points: Generated<number>;
    score: Generated<number>;
    device_hash: string | null;
    address_hash: string | null;
    flags: Generated<string[]>;
  };
  /** Attempts against a run. They changed nothing. */
  rush_attempts: { id: Id; run_id: string | null; player_id: number; what: string; at: Time };
  /** How often each question of the reserve was dealt, and when it left the reserve because of that. */
  rush_reserve: {
    question_id: string;
    deals: number;
    left_at: ColumnType<Date | null, undefined, Date | null>;
  };
  /** Times in which no server could reach the database; `heartbeat` has the time when a server last did. */
  outages: { id: Id; starts_at: Time; ends_at: Time; was_down: Generated<boolean> };
  /** Callers during an outage: a player with the time without an answer, or all calls of an address. */
  outage_calls: {
    outage_id: number;
    player_id: number | null;
    address_hash: string;
    calls: number;
    unserved_ms: number | null;
  };
  heartbeat: { only_one: Generated<boolean>; at: Time };
};
