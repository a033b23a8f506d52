import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { DealtQuestion } from '../../question-bank/reader/deal.ts';
import type { Pool } from '../../src/rules/networks.ts';
import type { RushEnd, RushRun } from '../../src/rules/rush-run.ts';
import type { Id, Time } from './columns.ts';

/** How long one level took, as the phone and as the server saw it, in milliseconds. */
export type LevelTimes = { phoneMs: number | null; serverMs: number };

/** The tables of Millionaire Rush. */
export type RushTables = {
  /** By the reference of their payment. */
  rush_tickets: {
    reference: string;
    player_id: number;
    bought_at: Time;
    /** When its payment was taken back. */
    undone_at: ColumnType<Date | null, undefined, Date | null>;
  };
  rush_runs: {
    id: string;
    player_id: number;
    ticket: string;
    /** The player's when it was opened. */
    pool: Pool;
    /** `void`: ended by us, counts nothing, its ticket is back. */
    state: Generated<'open' | 'counted' | 'void'>;
    run: JSONColumnType<RushRun<DealtQuestion>, string, string>;
    levels: JSONColumnType<LevelTimes[], string | undefined, string>;
    opened_at: Time;
    closed_at: ColumnType<Date | null, undefined, Date>;
    ended: ColumnType<RushEnd | null, undefined, RushEnd>;
    points: Generated<number>;
    score: Generated<number>;
    device_hash: string | null;
    address_hash: string | null;
    flags: Generated<string[]>;
  };
  /** What was tried against a run and changed nothing. */
  rush_attempts: { id: Id; run_id: string | null; player_id: number; what: string; at: Time };
  /** How often each question of the reserve was dealt, and when it left it for that. */
  rush_reserve: {
    question_id: string;
    deals: number;
    left_at: ColumnType<Date | null, undefined, Date | null>;
  };
  /** When no server could reach the database; `heartbeat` is when one last did. */
  outages: { id: Id; starts_at: Time; ends_at: Time; was_down: Generated<boolean> };
  /** Who was there in an outage: a player with how long they had no answer, or all calls of an address. */
  outage_calls: {
    outage_id: number;
    player_id: number | null;
    address_hash: string;
    calls: number;
    unserved_ms: number | null;
  };
  heartbeat: { only_one: Generated<boolean>; at: Time };
};
