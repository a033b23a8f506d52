import type { Db } from '../database/tables.ts';
import { hmac } from './hash.ts';
import { openKey } from './key.ts';

/** The purpose of a signature, which is not valid for any other purpose. */
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

/** Opens the signatures of accounts. Every server on this database has the same key. */
export async function openSignatures(db: Db): Promise<Sign> {
  const key = await openKey(db, 'account-secret');
  return (purpose, text) => hmac(key, `${purpose}:${text}`);
}
