import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { Pool } from '../../src/rules/networks.ts';
import type { HoldReason, PayoutState } from '../../src/rules/payouts.ts';
import type { PrizeBoard, PrizeKind, PrizeRow } from '../../src/rules/prize-table.ts';
import type { TierPart } from '../../src/rules/tier-parts.ts';
import type { Id, Time } from './columns.ts';

/** What a player is texted of a payout. */
export type PayoutNotice = 'won' | 'lapsing' | 'paid' | `held ${HoldReason}`;

/** `null` until it happens. */
type Later = ColumnType<Date | null, Date | undefined, Date | null>;

/** The tables of prizes and payouts. */
export type PrizeTables = {
  /** Every prize table that servers ran by, in turn; never changed. */
  prize_tables: {
    id: Id;
    rows: JSONColumnType<PrizeRow[], string, never>;
    /** The tax that is withheld, in hundredths of a percent. */
    withholding: number;
    since: Time;
  };
  /** Periods whose places have become payouts, and the table that they are paid by. */
  prize_periods: {
    board: PrizeBoard;
    pool: Pool;
    period_start: Time;
    period_end: Time;
    table_id: number;
    settled_at: Time;
    /** What each place of a day's tiers pays by its tickets; none of what pays fixed prizes. */
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
    /** Of a day of the tournament; 0 on every other board. */
    tier: 0 | 1 | 2 | 3;
    period_start: Time;
    period_end: Time;
    /** As the board shows it. */
    place: number;
    kind: PrizeKind;
    gross_kobo: number;
    tax_kobo: number;
    net_kobo: number;
    state: Generated<PayoutState>;
    /** All that holds it, the first shown to the player. */
    reasons: Generated<HoldReason[]>;
    /** What an operator has let pass. */
    released: Generated<HoldReason[]>;
    /** Whether an operator holds it. */
    is_stopped: Generated<boolean>;
    /** What is left to mend it; `mend_by` while that time runs. */
    mend_left_ms: Generated<number>;
    mend_by: Later;
    made_at: Time;
    /** When its state last changed, and when it was last looked at. */
    state_at: ColumnType<Date, Date, Date>;
    looked_at: Later;
    approved_at: Later;
    sent_at: Later;
    paid_at: Later;
    ended_at: Later;
    seen_at: Later;
    /** The account that it goes to, signed; name and last digits are shown once it is sent. */
    account_hash: ColumnType<string | null, undefined, string>;
    bank_name: ColumnType<string | null, undefined, string>;
    bank_ending: ColumnType<string | null, undefined, string>;
    /** How many of its sendings are known to have failed. */
    failures: Generated<number>;
    /** What its newest sending is known by. */
    sent_as: ColumnType<string | null, undefined, string>;
    /** When it was last looked for among what went before a restore. */
    searched_at: Later;
    /** Whether a person sends it. */
    is_by_hand: Generated<boolean>;
    /** When its provider was last asked, and what it said where it did not send. */
    provider_asked_at: Later;
    said: ColumnType<string | null, undefined, string | null>;
    /** For which withdrawn question it is paid beside the places; `null` for the prize of a place. */
    withdrawn_question: string | null;
    /** The lowest player of its player's group, of a tier's prize; `null` of any other. */
    kin: ColumnType<number | null, number | null | undefined, never>;
  };
  sandbox_transfers: { reference: string; account_number: string; amount: number; at: Time };
  sandbox_top_ups: { reference: string; phone: string; at: Time };
  /** What players are texted of their payouts, each once. */
  payout_notices: {
    payout_id: number;
    what: PayoutNotice;
    at: Time;
    sent_at: Later;
  };
  /** Copies that were brought back; one of them at most waits for its answer. */
  restores: { id: Id; at: ColumnType<Date, Date, Date>; answered_at: Later };
  /** What each operator says went before a restore. */
  /** Prizes that went by hand before a restore, by what their sendings are known by. */
  gone_prizes: { prize: string; at: Time };
};
