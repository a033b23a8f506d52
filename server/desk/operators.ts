import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { sha256 } from '../crypto/hash.ts';
import type { Db, Trx } from '../database/tables.ts';
import { DeskError } from './desk.ts';

const KEY_BYTES = 24;
const NAME = /^[a-z][a-z0-9.-]{1,39}$/;

/** What an operator changes, as it is logged. */
export type Change = { command: string; reference?: string; why?: string };

/** The operator who has this key. Throws DeskError, which asks for a key where none is given. */
export async function findOperator(db: Db, key: string | null): Promise<string> {
  if (key === null) throw new DeskError('Your operator key is needed: set OPERATOR_KEY', true);
  const found = await db
    .selectFrom('operators')
    .select('name')
    .where('key_hash', '=', sha256(key))
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (!found) throw new DeskError('No operator has this key');
  return found.name;
}

/** Logs a change beside it, so that neither is there without the other. */
export async function logChange(
  trx: Trx,
  operator: string,
  { command, reference = '', why = '' }: Change,
  now: number,
): Promise<void> {
  await trx
    .insertInto('operator_log')
    .values({
      operator,
      command,
      reference: reference || null,
      why: why || null,
      at: new Date(now),
    })
    .execute();
}

/**
 * Adds an operator, and gives the key, which is kept hashed alone. The first is added without a key.
 */
export async function addOperator(
  trx: Trx,
  { name, key }: { name: string; key: string | null },
  now: number,
): Promise<string> {
  if (!NAME.test(name)) {
    throw new DeskError('A name is 2 to 40 small letters, digits, dots and hyphens');
  }
  // One is added after the other, so that of two one alone is the first.
  await sql`lock table operators in share row exclusive mode`.execute(trx);
  const isFirst = (await listOperators(trx)).length === 0;
  const by = isFirst ? name : await findOperator(trx, key);
  const newKey = randomBytes(KEY_BYTES).toString('base64url');
  const added = await trx
    .insertInto('operators')
    .values({ name, key_hash: sha256(newKey), added_at: new Date(now) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('name')
    .executeTakeFirst();
  if (!added) throw new DeskError(`There is or was an operator named ${name}`);
  await logChange(trx, by, { command: 'operators add', reference: name }, now);
  return newKey;
}

/** Takes an operator's key away; what they did stays theirs. The last one stays. */
export async function removeOperator(
  trx: Trx,
  { name, key }: { name: string; key: string | null },
  now: number,
): Promise<void> {
  const by = await findOperator(trx, key);
  const all = await trx
    .selectFrom('operators')
    .select('name')
    .where('removed_at', 'is', null)
    .forUpdate()
    .execute();
  if (!all.some((one) => one.name === name)) throw new DeskError(`No operator is named ${name}`);
  if (all.length === 1) throw new DeskError('The last operator stays: add another one before');
  await trx
    .updateTable('operators')
    .set({ removed_at: new Date(now) })
    .where('name', '=', name)
    .execute();
  await logChange(trx, by, { command: 'operators remove', reference: name }, now);
}

export function listOperators(db: Db) {
  return db
    .selectFrom('operators')
    .select(['name', 'added_at'])
    .where('removed_at', 'is', null)
    .orderBy('name')
    .execute();
}
