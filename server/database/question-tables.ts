import type { ColumnType, Generated } from 'kysely';
import type { QuestionReportReason } from '../../src/contract/question-reports.ts';
import type { Level } from '../../src/rules/levels.ts';
import type { PrizeBoard } from '../../src/rules/prize-table.ts';
import type { Time } from './columns.ts';

/** `null` until it happens. */
type Later = ColumnType<Date | null, undefined, Date>;

/**
 * The tables of questions that are said to be wrong, of those that were, and of what answers tell of
 * questions (game.md#level-by-answers).
 */
export type QuestionTables = {
  /** Once for a player and a question. */
  question_reports: {
    player_id: number;
    question_id: string;
    round_id: string;
    /** At which it was asked. */
    level: Level;
    reason: QuestionReportReason;
    /** Of Lagos, such as `2026-11-18`. */
    day: string;
    at: Time;
    /** When an operator upheld it. */
    closed_at: Later;
  };
  /** Questions that an operator has taken back because they were wrong. */
  withdrawn_questions: { question_id: string; operator: string; why: string; at: Time };
  /** What players got for a withdrawn question, once for each round or run. */
  question_repairs: {
    question_id: string;
    /** The round or run. */
    played_id: string;
    player_id: number;
    coins: number;
    points: number;
    tickets: number;
    /** The boards whose period took the points; the period of another one was final by then. */
    boards: Exclude<PrizeBoard, 'raffle'>[];
    at: Time;
    /** When its player was told. */
    seen_at: Later;
  };
  /** First answers by the level that a question was dealt at and the band of players. */
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
    /** Answers by their time: see `TIMES_MS`. */
    times: number[];
  };
  /** What a player was asked so far: it says how strong they are. */
  player_pasts: { player_id: number; asked: number; right_answers: number; difficulty: number };
  /** What follows of a question's answers: where it is dealt, or that it is not. */
  question_standings: {
    question_id: string;
    /** At which it is dealt; `null` while its answers say too little. */
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
