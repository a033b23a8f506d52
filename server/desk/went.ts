import { noteRestore } from '../database/restores.ts';
import type { Trx } from '../database/tables.ts';
import { findOpenRestore } from '../prizes/restored.ts';
import { nameIn } from '../prizes/send-reference.ts';
import { type Desk, DeskError } from './desk.ts';
import { findOperator, logChange } from './operators.ts';
import { askTwo } from './two-people.ts';

type Said = { text: string; why: string; key: string | null };

/**
 * Notes what an operator saw on the bank's statement: the references that went by hand since the copy
 * was made and did not come back, or `none`. Where two operators are from before the restore, both have
 * to say the same; then prizes go on without what went. Throws DeskError.
 */
export async function noteWent(
  { db, now }: Pick<Desk, 'db' | 'now'>,
  { text, why, key }: Said,
): Promise<string[]> {
  const operator = await findOperator(db, key);
  const went = readNames(text);
  return db.transaction().execute(async (trx) => {
    const restore = await findOpenRestore(trx);
    if (!restore) throw new DeskError('No restore waits for an answer: nothing is to be said');
    const from = await operatorsFrom(trx, restore.at);
    if (!from.includes(operator)) {
      throw new DeskError(`An operator from before the restore has to say it: ${from.join(', ')}`);
    }
    const at = new Date(now());
    await logChange(trx, operator, { command: 'payouts went', reference: text, why }, now());
    const says = went.join(' ') || 'none';
    if (from.length > 1) {
      const waiting = await askTwo(
        trx,
        operator,
        { subject: `restore ${restore.id}`, says },
        now(),
      );
      if (waiting) return waiting;
    }
    const what = went.length === 0 ? 'nothing went' : `${went.length} prizes went`;
    for (const prize of went) {
      const gone = trx.insertInto('gone_prizes').values({ prize, at });
      await gone.onConflict((conflict) => conflict.doNothing()).execute();
    }
    await trx
      .updateTable('restores')
      .set({ answered_at: at })
      .where('id', '=', restore.id)
      .execute();
    return [
      `Noted: ${what}. Prizes go on with the next minute; what went is taken over as paid`,
      'A prize of it that is not settled yet is taken over once it is: see payments reports',
    ];
  });
}

/** Marks a database as restored that was brought back by other means. Throws DeskError. */
export async function markRestored(
  { db, now }: Pick<Desk, 'db' | 'now'>,
  { why, key }: Omit<Said, 'text'>,
): Promise<void> {
  const operator = await findOperator(db, key);
  const log = { command: 'database restored', why };
  await db.transaction().execute((trx) => logChange(trx, operator, log, now()));
  await noteRestore(db, now());
}

/** The prizes that are named, each once and in order, so that two lists can be compared. */
function readNames(text: string): string[] {
  if (text.trim() === 'none') return [];
  const names = text
    .split(/[\s,;]+/)
    .filter((word) => word !== '')
    .map((word) => {
      const name = nameIn(word);
      if (name === null)
        throw new DeskError(`${word} is no reference of a prize: nothing is noted`);
      return name;
    });
  if (names.length === 0) throw new DeskError('Name the references that went, or say none');
  return [...new Set(names)].sort();
}

/** Who was an operator before the restore; all, where nobody was. */
async function operatorsFrom(trx: Trx, at: Date): Promise<string[]> {
  const all = await trx
    .selectFrom('operators')
    .select(['name', 'added_at'])
    .where('removed_at', 'is', null)
    .orderBy('name')
    .execute();
  const before = all.filter(({ added_at }) => added_at <= at);
  return (before.length > 0 ? before : all).map(({ name }) => name);
}
