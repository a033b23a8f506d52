import { resealAccounts } from '../accounts/reseal.ts';
import { openVault } from '../crypto/vault.ts';
import type { Desk } from './desk.ts';
import { findOperator, logChange } from './operators.ts';

type Rotation = { why: string; key: string | null };

/** Has the first of BANK_KEYS seal every bank account (operations.md#bank-keys). Throws DeskError without an operator's key. */
export async function rotateKeys(
  { db, config, now }: Pick<Desk, 'db' | 'config' | 'now'>,
  { why, key }: Rotation,
): Promise<string> {
  const operator = await findOperator(db, key);
  const vault = await openVault(db, config.bankKeys);
  const log = { command: 'keys rotate', why };
  await db.transaction().execute((trx) => logChange(trx, operator, log, now()));
  return `Bank accounts sealed anew: ${await resealAccounts(db, vault)}`;
}
