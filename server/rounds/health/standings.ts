import type { BankQuestion } from '../../../question-bank/reader/bank.ts';
import { type Level, QUESTIONS_PER_ROUND } from '../../../src/rules/levels.ts';
import type { Db } from '../../database/tables.ts';

/** A level that its answers would leave with fewer is dealt as the bank has it. */
const STOCK_LEAST = 30;

/** Where questions stand by their answers (game.md#level-by-answers). */
export type QuestionStandings = {
  /** What of a stock is dealt at a level, without what waits for the editor. */
  dealtAt: (stock: readonly BankQuestion[], level: Level) => readonly BankQuestion[];
  /** Reads anew what the last night has found and the editor has cleared. */
  refresh: () => Promise<void>;
};

type Standing = { level: Level | null; isSuspect: boolean };

/** Where questions stand, read now and whenever it is asked for. */
export async function openQuestionStandings(db: Db): Promise<QuestionStandings> {
  let standings = await readStandings(db);
  const isSuspect = ({ id }: BankQuestion) => standings.get(id)?.isSuspect === true;
  return {
    dealtAt: (stock, level) => {
      const byAnswers = stock
        .filter((one) => !isSuspect(one) && (standings.get(one.id)?.level ?? one.level) === level)
        .map((one) => (one.level === level ? one : { ...one, level }));
      if (byAnswers.length >= STOCK_LEAST) return byAnswers;
      const asInBank = stock.filter((one) => one.level === level);
      const sound = asInBank.filter((one) => !isSuspect(one));
      return sound.length >= QUESTIONS_PER_ROUND ? sound : asInBank;
    },
    refresh: async () => {
      standings = await readStandings(db);
    },
  };
}

async function readStandings(db: Db): Promise<Map<string, Standing>> {
  const rows = await db
    .selectFrom('question_standings')
    .select(['question_id', 'level', 'suspicion'])
    .execute();
  return new Map(
    rows.map(({ question_id, level, suspicion }) => [
      question_id,
      { level, isSuspect: suspicion !== null },
    ]),
  );
}
