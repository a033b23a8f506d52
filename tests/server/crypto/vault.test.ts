import { expect, test } from 'vitest';
import { StartError } from '../../../server/config/start-error.ts';
import { openVault } from '../../../server/crypto/vault.ts';
import { openTestDatabase } from '../../support/test-database.ts';

const [OLD, NEW, OTHER] = ['o', 'n', 'x'].map((letter) => letter.repeat(32)) as [
  string,
  string,
  string,
];

test('a text sealed with an older key is read after a newer one is added, and has the same mark', async () => {
  const { db, close } = await openTestDatabase();
  const own = await openVault(db, []);
  const first = own.seal('an account', 'ada');
  const old = await openVault(db, [OLD]);
  const second = old.seal('an account', 'ada');
  const both = await openVault(db, [NEW, OLD]);
  const third = both.seal('an account', 'ada');
  for (const sealed of [first, second, third]) expect(both.open(sealed, 'ada')).toBe('an account');
  expect([first, second, third].map((sealed) => sealed.startsWith(both.newest))).toEqual([
    false,
    false,
    true,
  ]);
  expect(() => both.open(third, 'bola')).toThrow();
  expect(() => both.open(`${third.slice(0, -2)}AA`, 'ada')).toThrow();
  expect(new Set([own, old, both].map((vault) => vault.mark('an account'))).size).toBe(1);
  expect(both.mark('an account')).not.toBe(both.mark('another'));
  await close();
});

test('a server without the key that is needed does not start', async () => {
  const { db, close } = await openTestDatabase();
  const before = await openVault(db, [OLD]);
  await expect(openVault(db, [NEW])).rejects.toThrow(StartError);
  await expect(openVault(db, [OTHER, NEW])).rejects.toThrow(/BANK_KEYS/);
  const both = await openVault(db, [NEW, OLD]);
  await both.rotate();
  const after = await openVault(db, [NEW]);
  expect(after.mark('an account')).toBe(before.mark('an account'));
  await expect(openVault(db, [OLD])).rejects.toThrow(StartError);
  await close();
});

test('the database holds no key of the configuration', async () => {
  const { db, close } = await openTestDatabase();
  await openVault(db, [OLD]);
  const settings = await db.selectFrom('settings').selectAll().execute();
  expect(settings.map(({ name }) => name)).not.toContain('bank-secret');
  expect(JSON.stringify(settings)).not.toContain(OLD);
  await close();
});
