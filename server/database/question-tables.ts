import type { ColumnType } from 'kysely';
import type { QuestionReportReason } from '../../src/contract/question-reports.ts';
import type { Level } from '../../src/rules/levels.ts';
import type { PrizeBoard } from '../../src/rules/prize-table.ts';
import type { Time } from './columns.ts';

/** `null` until it happens. */
type Later = ColumnType<Date | null, undefined, Date>;

/** The tables of questions that are said to be wrong, and of those that were. */
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
};
