import { type Desk, DeskError } from './desk.ts';
import { findOperator, logChange } from './operators.ts';

type Dismissing = { id: string; why: string; key: string | null };

/**
 * Closes what was reported of a question that is right; who reports it from then on is heard again.
 * Throws DeskError where nothing is open.
 */
export async function dismissReports(
  { db, now }: Pick<Desk, 'db' | 'now'>,
  { id, why, key }: Dismissing,
): Promise<string> {
  const operator = await findOperator(db, key);
  return db.transaction().execute(async (trx) => {
    const closed = await trx
      .updateTable('question_reports')
      .set({ closed_at: new Date(now()) })
      .where('question_id', '=', id)
      .where('closed_at', 'is', null)
      .returning('player_id')
      .execute();
    if (closed.length === 0) throw new DeskError(`No report of ${id} is open`);
    await logChange(trx, operator, { command: 'questions dismiss', reference: id, why }, now());
    return `${closed.length} reports of ${id} are closed; it stays in play`;
  });
}
