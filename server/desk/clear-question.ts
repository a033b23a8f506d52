import { forgetAnswers } from '../rounds/health/judge-questions.ts';
import { type Desk, DeskError } from './desk.ts';
import { findOperator, logChange } from './operators.ts';

type Clearing = { id: string; why: string; key: string | null };

/** Deals a question again that waits for the editor. Throws DeskError where none of that id does. */
export async function clearQuestion(
  { db, now }: Pick<Desk, 'db' | 'now'>,
  { id, why, key }: Clearing,
): Promise<string> {
  const operator = await findOperator(db, key);
  return db.transaction().execute(async (trx) => {
    if (!(await forgetAnswers(trx, id))) throw new DeskError(`No question ${id} waits for you`);
    await logChange(trx, operator, { command: 'questions clear', reference: id, why }, now());
    return `${id} is dealt again within ten minutes, and judged by new answers`;
  });
}
