import type { QuestionBank } from '../../question-bank/reader/bank.ts';
import type { Db } from '../database/tables.ts';
import { openReserve } from '../rush/reserve.ts';
import { reserveState } from '../rush/reserve-state.ts';

/** How the reserve of Millionaire Rush stands, a line a level, and whether it lasts. */
export async function showReserve(db: Db, bank: QuestionBank, now: number): Promise<string[]> {
  const reserve = await openReserve(db, bank);
  const { levels, runsADay, warnBelow, isLow } = await reserveState(db, reserve, now);
  const lines = levels.map(({ level, chosen, inReserve, deals, runs }) => {
    const questions = `${inReserve} of ${chosen} questions are in the reserve`;
    return `${level}: ${questions}, dealt ${deals} times, for ${runs} more runs`;
  });
  const pace = `Runs a day in the last 7 days: ${runsADay.toFixed(1)}. Warning below ${warnBelow} runs: `;
  return [...lines, pace + (isLow ? 'NEW QUESTIONS ARE NEEDED' : 'all is well')];
}
