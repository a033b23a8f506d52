import { expect, test } from 'vitest';
import { openSignatures, type Purpose } from '../../../server/crypto/signatures.ts';
import { openTestDatabase } from '../../support/test-database.ts';

const PURPOSES: Purpose[] = [
  'code',
  'network',
  'proof',
  'session',
  'address',
  'call',
  'number',
  'wallet',
];

test('a signature for one purpose is worth nothing for another', async () => {
  const { db, close } = await openTestDatabase();
  const sign = await openSignatures(db);
  const signatures = PURPOSES.map((purpose) => sign(purpose, 'a text'));
  expect(new Set(signatures).size).toBe(PURPOSES.length);
  for (const signature of signatures) expect(signature).toMatch(/^[\w-]{43}$/);
  // A text may not look like a purpose either.
  expect(sign('code', 'proof:a text')).not.toBe(sign('proof', 'a text'));
  await close();
});

test('every server on a database signs alike, and no two databases do', async () => {
  const [one, other] = [await openTestDatabase(), await openTestDatabase()];
  const first = (await openSignatures(one.db))('session', 'a token');
  expect((await openSignatures(one.db))('session', 'a token')).toBe(first);
  expect((await openSignatures(other.db))('session', 'a token')).not.toBe(first);
  await one.close();
  await other.close();
});
