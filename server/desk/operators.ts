import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { sql } from 'kysely';
import { resealAccounts } from '../accounts/profile/bank-accounts.ts';
import { sha256 } from '../crypto/hash.ts';
import { openVault } from '../crypto/vault.ts';
import type { Db, Trx } from '../database/tables.ts';
import { type Desk, DeskError } from './socket.ts';
import { askTwo } from './two-people.ts';

const KEY_BYTES = 24;
const NAME = /^[a-z][a-z0-9.-]{1,39}$/;
const SEAL = /^[0-9a-f]{64}$/;
const HOW_TO_ADD =
  'A new operator makes their own key by: npm run admin -- operators key. They keep it, and give you its seal: npm run admin -- operators add NAME SEAL';

/** An operator's change, in the form that is logged. */
export type Change = { command: string; reference?: string; why?: string };

/**
 * Finds the operator who has this key. Throws DeskError if the key is unknown, or if none is given; the
 * operator is then asked for it.
 */
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

/**
 * Logs a change. The caller makes the change in the same transaction, so that no change is without a log
 * entry.
 */
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

/** Makes a key and its seal. The seal is the SHA-256 of the key in hex, which does not reveal the key. */
export function newOperatorKey(): { key: string; seal: string } {
  const key = randomBytes(KEY_BYTES).toString('base64url');
  return { key, seal: Buffer.from(sha256(key), 'base64url').toString('hex') };
}

/**
 * Adds an operator by the seal of a key that nobody else has. The first operator needs no approval and may be
 * given a new key. The first operator adds the second one alone. Every further operator is added by two
 * (operators.md#two-people).
 */
export async function addOperator(
  trx: Trx,
  { name, seal, key }: { name: string; seal: string | null; key: string | null },
  now: number,
): Promise<string[]> {
  if (!NAME.test(name)) {
    throw new DeskError('A name is 2 to 40 small letters, digits, dots and hyphens');
  }
  // Additions run one after the other, so that only one operator can be the first.
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

/** Takes an operator's key away. Their log entries stay. The last operator cannot be removed. */
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

/** The keyboard, and the output where the question is printed. */
type Terminal = { input: NodeJS.ReadableStream; output: NodeJS.WritableStream };

/** Asks for an operator's key without showing it; `null` if the operator types none (Ctrl-C, Ctrl-D). */
export async function askKey({ input, output }: Terminal): Promise<string | null> {
  output.write('Your operator key: ');
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: silent, terminal: true });
  const closed = new Promise<null>((resolve) => lines.once('close', () => resolve(null)));
  const typed = lines.question('').catch(() => null);
  const key = await Promise.race([typed, closed]);
  lines.close();
  output.write('\n');
  return key?.trim() || null;
}

type Rotation = { why: string; key: string | null };

/**
 * Encrypts every bank account with the first of BANK_KEYS (go-live.md#bank-keys). Throws DeskError
 * without an operator's key.
 */
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
