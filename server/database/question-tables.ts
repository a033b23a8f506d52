import type { ColumnType, Generated } from 'kysely';
import type { Level } from '../../src/rules/levels.ts';
import type { Time } from './columns.ts';

/** What answers tell of questions (game.md#level-by-answers). */
export type QuestionTables = {
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
