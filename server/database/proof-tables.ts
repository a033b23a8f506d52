import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { DealtQuestion } from '../../question-bank/reader/deal.ts';
import type { Level } from '../../src/rules/levels.ts';
import type { ProofQuestion, ProofRound } from '../../src/rules/proof-round.ts';
import type { Time } from './columns.ts';

/** A part of what a prize claims, and of the proof round that asks for it (game.md#proof-round). */
export type ClaimPart = {
  level: Level;
  timerMs: number;
  /** How many of the round's questions it is. */
  questions: number;
  /** Those it was played in; of all where there is none. */
  categories: string[];
  /** How such questions were answered when the player met them first. */
  past: { right: number; asked: number };
};

/** How a proof round was judged. */
export type ProofResult = {
  right: number;
  asked: number;
  /** How often somebody who answers as was claimed has so few right. */
  likelihood: number;
};

/** The tables of proof rounds. */
export type ProofTables = {
  proof_rounds: {
    id: string;
    player_id: number;
    state: Generated<'asked' | 'open' | 'passed' | 'under-review'>;
    why: string;
    /** The prize that asked for it; `null` from before that was kept. */
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
