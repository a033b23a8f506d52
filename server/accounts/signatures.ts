import { createHmac, timingSafeEqual } from 'node:crypto';
import { openKey } from '../database/key.ts';
import type { Db } from '../database/tables.ts';

/** What a text is signed for: a signature for one purpose is worth nothing for another. */
export type Purpose = 'code' | 'challenge' | 'proof' | 'session' | 'address' | 'call';

/** Signs a text with the database's own key. */
export type Sign = (purpose: Purpose, text: string) => string;

/** The signatures of accounts, with a key that every server on this database has. */
export async function openSignatures(db: Db): Promise<Sign> {
  const key = await openKey(db, 'account-secret');
  return (purpose, text) => hmac(key, `${purpose}:${text}`);
}

/** HMAC-SHA-256 of a text, in base64url. */
export function hmac(key: Buffer | string, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url');
}

/** Whether two signatures are the same, in a time that says nothing of where they differ. */
export function isSameSignature(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}
