import { createHash, hkdfSync, randomBytes } from 'node:crypto';
import { StartError } from '../config/start-error.ts';
import type { Db } from '../database/tables.ts';
import { hmac } from './hash.ts';
import { findKey, openKey } from './key.ts';
import { seal, unseal } from './seal.ts';

/** The database's own key, which seals while the configuration has no keys. */
const OWN_KEY = 'bank-secret';
/**
 * The name of the key that makes the marks. It is kept sealed, so that marks stay the same after a rotation.
 */
const MARK_KEY = 'bank-mark';
const MARK_KEY_BYTES = 32;

/** Seals bank accounts, and recognizes whether two of them are the same (go-live.md#bank-keys). */
export type Vault = {
  /** The prefix of everything that the newest key has sealed. */
  newest: string;
  seal: (text: string, owner: string) => string;
  /** Throws if no key here has sealed it, or if it was sealed for another owner. */
  open: (sealed: string, owner: string) => string;
  /** Gives a mark that is equal for equal texts and shows nothing else of them. */
  mark: (text: string) => string;
  /** Seals the key of the marks with the newest key, which ends a rotation. */
  rotate: () => Promise<void>;
};

type Ring = ReadonlyMap<string, Buffer>;

/**
 * Opens the vault with the configuration's keys, the newest first. Throws StartError where the
 * database was sealed with a key that is not among them.
 */
export async function openVault(db: Db, configured: readonly string[]): Promise<Vault> {
  const own = configured.length === 0 ? await openKey(db, OWN_KEY) : await findKey(db, OWN_KEY);
  const keys = [...configured.map(derive), ...(own === null ? [] : [own])];
  const ring: Ring = new Map(keys.map((key) => [idOf(key), key]));
  const [newest = ''] = ring.keys();
  const sealWith = (text: string, owner: string) =>
    `${newest}.${seal(keyOf(ring, newest), text, owner)}`;
  const open = (sealed: string, owner: string) => {
    const [id = '', rest = ''] = sealed.split('.');
    return unseal(keyOf(ring, id), rest, owner);
  };
  const markKey = await openMarkKey(db, sealWith, open);
  return {
    newest: `${newest}.`,
    seal: sealWith,
    open,
    mark: (text) => hmac(markKey, text),
    rotate: async () => {
      await db
        .updateTable('settings')
        .set({ value: sealWith(markKey.toString('base64url'), MARK_KEY) })
        .where('name', '=', MARK_KEY)
        .execute();
    },
  };
}

async function openMarkKey(db: Db, sealWith: Vault['seal'], open: Vault['open']): Promise<Buffer> {
  const value = sealWith(randomBytes(MARK_KEY_BYTES).toString('base64url'), MARK_KEY);
  await db
    .insertInto('settings')
    .values({ name: MARK_KEY, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const kept = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', MARK_KEY)
    .executeTakeFirstOrThrow();
  return Buffer.from(open(kept.value, MARK_KEY), 'base64url');
}

function keyOf(ring: Ring, id: string): Buffer {
  const key = ring.get(id);
  if (key) return key;
  throw new StartError(
    'Bank accounts are sealed with a key that BANK_KEYS lacks: put it behind the newest.',
  );
}

function derive(key: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', 'bank accounts', 32));
}

/** Names a key without giving it away. */
function idOf(key: Buffer): string {
  return createHash('sha256').update('bank key').update(key).digest('hex').slice(0, 12);
}
