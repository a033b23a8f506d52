import { DAY_MS } from '../../src/rules/calendar.ts';
import type { Db } from '../database/tables.ts';
import type { Services } from '../services.ts';
import type { Account } from './bank-accounts.ts';

/** A mark without an account is kept for a day: an account that is being saved does not use it yet. */
const UNUSED_MS = DAY_MS;

/** A holder's name as two banks agree on it: whatever its case, order, accents and punctuation. */
export function plainHolder(name: string): string {
  const letters = name.normalize('NFKD').replaceAll(/[\p{M}'’.]/gu, '');
  const words = letters.toUpperCase().split(/[^\p{L}\p{N}]+/u);
  return words.filter(Boolean).toSorted().join(' ');
}

/**
 * Keeps by what an account is seen to be another one's holder's, and the same one under another code
 * of its bank: one number and one name are one account. Signed, and a matter of the account alone.
 */
export async function markHolder(
  db: Db,
  { vault, now }: Pick<Services, 'vault' | 'now'>,
  { acctNumber, acctName }: Account,
  accountHash: string,
): Promise<void> {
  const holder = plainHolder(acctName);
  const marked_at = new Date(now());
  await db
    .insertInto('account_marks')
    .values({
      account_hash: accountHash,
      holder_hash: vault.mark(`holder ${holder}`),
      number_hash: vault.mark(`number ${acctNumber} of ${holder}`),
      marked_at,
    })
    .onConflict((conflict) => conflict.column('account_hash').doUpdateSet({ marked_at }))
    .execute();
}

/** Forgets an account that nobody has and no prize went to. */
export async function deleteUnusedMarks(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('account_marks')
    .where('marked_at', '<', new Date(now - UNUSED_MS))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('bank_accounts')
            .select('bank_accounts.account_hash')
            .whereRef('bank_accounts.account_hash', '=', 'account_marks.account_hash'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payouts')
            .select('payouts.id')
            .whereRef('payouts.account_hash', '=', 'account_marks.account_hash'),
        ),
      ),
    )
    .execute();
}
