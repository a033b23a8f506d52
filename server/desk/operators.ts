import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { sha256 } from '../crypto/hash.ts';
import type { Db, Trx } from '../database/tables.ts';
import { DeskError } from './desk.ts';
import { askTwo } from './two-people.ts';

const KEY_BYTES = 24;
const NAME = /^[a-z][a-z0-9.-]{1,39}$/;
const SEAL = /^[0-9a-f]{64}$/;
const HOW_TO_ADD =
  'A new operator makes their own key by: npm run admin -- operators key. They keep it, and give you its seal: npm run admin -- operators add NAME SEAL';

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

/** A new key, and what it is known by: its SHA-256 in hex, which gives away nothing of it. */
export function newOperatorKey(): { key: string; seal: string } {
  const key = randomBytes(KEY_BYTES).toString('base64url');
  return { key, seal: Buffer.from(sha256(key), 'base64url').toString('hex') };
}

/**
 * Adds an operator by the seal of a key that they alone have. The first comes without anybody's word,
 * whose key is made and told, the second by the first, any further one by two (operations.md#two-people).
 */
export async function addOperator(
  trx: Trx,
  { name, seal, key }: { name: string; seal: string | null; key: string | null },
  now: number,
): Promise<string[]> {
  if (!NAME.test(name)) {
    throw new DeskError('A name is 2 to 40 small letters, digits, dots and hyphens');
  }
  // One is added after the other, so that of two one alone is the first.
  await sql`lock table operators in share row exclusive mode`.execute(trx);
  const all = await trx.selectFrom('operators').select(['name', 'key_hash']).execute();
  const made = all.length === 0 && seal === null ? newOperatorKey() : null;
  const by = all.length === 0 ? name : await findOperator(trx, key);
  if (all.some((one) => one.name === name)) {
    throw new DeskError(`There is or was an operator named ${name}`);
  }
  const sealed = made?.seal ?? seal;
  if (sealed === null || !SEAL.test(sealed)) throw new DeskError(HOW_TO_ADD);
  const keyHash = Buffer.from(sealed, 'hex').toString('base64url');
  if (all.some((one) => one.key_hash === keyHash)) {
    throw new DeskError('An operator has or had this key: each has their own');
  }
  const asked = { subject: `operators add ${name}`, says: sealed };
  const waiting = all.length > 1 ? await askTwo(trx, by, asked, now) : null;
  const change = { command: 'operators add', reference: name, why: sealed };
  if (waiting) {
    await logChange(trx, by, change, now);
    return waiting;
  }
  await trx
    .insertInto('operators')
    .values({ name, key_hash: keyHash, added_at: new Date(now) })
    .execute();
  await logChange(trx, by, change, now);
  return made ? [`${name} is added. The key is told this once:`, made.key] : [`${name} is added`];
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
