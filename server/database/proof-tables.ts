import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { DealtQuestion } from '../../question-bank/reader/deal.ts';
import type { Level } from '../../src/rules/levels.ts';
import type { ProofRound } from '../../src/rules/proof-round.ts';
import type { Time } from './columns.ts';

/** How a proof round was judged, and by what. */
export type ProofResult = {
  right: number;
  asked: number;
  /** How the player answered new questions of the level in ranked play. */
  past: { right: number; asked: number };
  /** How often somebody who answers like that has so few right. */
  likelihood: number;
};

/** The tables of proof rounds. */
export type ProofTables = {
  proof_rounds: {
    id: string;
    player_id: number;
    state: Generated<'asked' | 'open' | 'passed' | 'under-review'>;
    why: string;
    level: Level;
    timer_ms: number;
    asked_at: Time;
    due_at: Time;
    round: JSONColumnType<ProofRound<DealtQuestion> | null, undefined, string>;
    /** How long each question took on the phone, in milliseconds. */
    phone_ms: JSONColumnType<number[], undefined, string>;
    opened_at: ColumnType<Date | null, Date | undefined, Date>;
    closed_at: ColumnType<Date | null, Date | undefined, Date>;
    result: JSONColumnType<ProofResult | null, undefined, string>;
    flags: Generated<string[]>;
  };
};
