import { noteRestore } from '../database/restores.ts';
import type { Trx } from '../database/tables.ts';
import { findOpenRestore, nameIn, prizeName } from '../prizes/send.ts';
import { findOperator, logChange } from './operators.ts';
import { type Desk, DeskError } from './socket.ts';
import { askTwo } from './two-people.ts';

/** `nameIn` puts this prefix before a reference that players see. */
const SHOWN = 'payout-';

type Said = { text: string; why: string; key: string | null };

/**
 * Records what an operator saw on the bank's statement: the references of all prizes that were sent by hand
 * since the copy was made and did not come back, or `none`. If two or more operators existed at the restore,
 * two must give the same list. Afterwards prizes are sent again, except for those on the list. Throws
 * DeskError.
 */
export async function confirmSent(
  { db, now }: Pick<Desk, 'db' | 'now'>,
  { text, why, key }: Said,
): Promise<string[]> {
  const operator = await findOperator(db, key);
  return db.transaction().execute(async (trx) => {
    const restore = await findOpenRestore(trx);
    if (!restore) throw new DeskError('No restore waits for an answer: nothing is to be said');
    const went = await readNames(trx, text);
    const { from, isForTwo } = await operatorsFrom(trx, restore.at);
    if (!from.includes(operator)) {
      throw new DeskError(`An operator from before the restore has to say it: ${from.join(', ')}`);
    }
    const at = new Date(now());
    await logChange(trx, operator, { command: 'payouts went', reference: text, why }, now());
    const says = went.join(' ') || 'none';
    if (isForTwo) {
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

/** Notes that the database was restored by other means than our command. Throws DeskError. */
export async function markRestored(
  { db, now }: Pick<Desk, 'db' | 'now'>,
  { why, key }: Omit<Said, 'text'>,
): Promise<void> {
  const operator = await findOperator(db, key);
  const log = { command: 'database restored', why };
  await db.transaction().execute((trx) => logChange(trx, operator, log, now()));
  await noteRestore(db, now());
}

/** Reads the named prizes, each once and in order, so that two lists can be compared. */
async function readNames(trx: Trx, text: string): Promise<string[]> {
  if (text.trim() === 'none') return [];
  const words = text.split(/[\s,;]+/).filter((word) => word !== '');
  if (words.length === 0) throw new DeskError('Name the references that went, or say none');
  const names = new Set<string>();
  for (const word of words) names.add(await readName(trx, word));
  return [...names].sort();
}

/**
 * The name of a prize in all its sendings. A reference that players see is valid in this copy alone, so its
 * prize must be in this copy.
 */
async function readName(trx: Trx, word: string): Promise<string> {
  const name = nameIn(word);
  if (name === null) throw new DeskError(`${word} is no reference of a prize: nothing is noted`);
  if (!name.startsWith(SHOWN)) return name;
  const payout = await trx
    .selectFrom('payouts')
    .selectAll()
    .where('reference', '=', name.slice(SHOWN.length).toUpperCase())
    .executeTakeFirst();
  if (payout) return nameIn(payout.sent_as ?? '') ?? prizeName(trx, payout);
  throw new DeskError(
    `No prize of this copy is ${word}: name it by what the bank was given, prize-…. Nothing is noted`,
  );
}

/**
 * The operators who may answer: those who existed at the restore and have not been removed since. If too few
 * of these are left, all present operators may answer. `isForTwo` tells whether there were two or more at the
 * restore.
 */
async function operatorsFrom(trx: Trx, at: Date): Promise<{ from: string[]; isForTwo: boolean }> {
  const all = await trx
    .selectFrom('operators')
    .select(['name', 'added_at', 'removed_at'])
    .orderBy('name')
    .execute();
  const before = all.filter(
    ({ added_at, removed_at }) => added_at <= at && (removed_at === null || removed_at > at),
  );
  const isForTwo = before.length > 1;
  const still = before.filter(({ removed_at }) => removed_at === null);
  const isEnough = still.length > (isForTwo ? 1 : 0);
  const from = isEnough ? still : all.filter(({ removed_at }) => removed_at === null);
  return { from: from.map(({ name }) => name), isForTwo };
}
