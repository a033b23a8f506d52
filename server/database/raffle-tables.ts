import type { ColumnType } from 'kysely';
import type { TicketReason } from '../../src/contract/raffle.ts';
import type { FigureSpelling } from '../../src/rules/figure.ts';
import type { Time } from './columns.ts';

/** Is not there at first, and never changes once it is. */
type Later<Value> = ColumnType<Value | null, undefined, Value>;

/** The tables of the raffle and of days in a row. */
export type RaffleTables = {
  /** Days of Lagos as `2026-11-17`. */
  play_streaks: { player_id: number; first_day: string; last_day: string; bonuses: number };
  raffle_draws: {
    month: string;
    closes_at: Time;
    naira: number;
    places: number;
    reserves: number;
    /** Secret until the draw. */
    seed: string;
    seed_hash: string;
    made_at: Time;
    figure: ColumnType<string | null, undefined, string>;
    figure_named_at: ColumnType<Date | null, undefined, Date>;
    figure_spelling: ColumnType<FigureSpelling | null, undefined, FigureSpelling>;
    /** From then on no ticket is added. */
    closed_at: Later<Date>;
    tickets: Later<number>;
    root: Later<string>;
    sealed_at: Later<Date>;
    figure_value: ColumnType<string | null, undefined, string>;
    drawn_at: Later<Date>;
  };
  raffle_points: { month: string; player_id: number; points: number };
  raffle_tickets: {
    code: string;
    month: string;
    player_id: number;
    reason: TicketReason;
    /** What of the reason: a day, or which hundred of a month's points. */
    earned_for: string;
    earned_at: Time;
  };
  raffle_blocks: { month: string; number: number; first_code: string; root: string };
  raffle_winners: { month: string; place: number; index: number; code: string; naira: number };
};
