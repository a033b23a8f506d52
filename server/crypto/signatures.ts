import type { Db } from '../database/tables.ts';
import { hmac } from './hash.ts';
import { openKey } from './key.ts';

/** The purpose of a signature: it is worth nothing for another purpose. */
export type Purpose =
  | 'code'
  | 'proof'
  | 'session'
  | 'token'
  | 'address'
  | 'network'
  | 'call'
  | 'number'
  | 'wallet'
  | 'deleted'
  | 'device'
  | 'prize';

/** Signs a text with the database's own key. */
export type Sign = (purpose: Purpose, text: string) => string;

/** The signatures of accounts, with a key that every server on this database has. */
export async function openSignatures(db: Db): Promise<Sign> {
  const key = await openKey(db, 'account-secret');
  return (purpose, text) => hmac(key, `${purpose}:${text}`);
}
