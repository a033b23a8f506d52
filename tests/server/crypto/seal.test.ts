import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { seal, unseal } from '../../../server/crypto/seal.ts';

const key = randomBytes(32);

test('a sealed text opens with its key and its owner, and never looks the same', () => {
  const [one, other] = [seal(key, 'AUTH_x', '7'), seal(key, 'AUTH_x', '7')];
  expect(one).not.toBe(other);
  expect(Buffer.from(one, 'base64url').includes('AUTH_x')).toBe(false);
  expect(unseal(key, one, '7')).toBe('AUTH_x');
});

test('another key, another owner or a changed byte opens nothing', () => {
  const sealed = seal(key, 'AUTH_x', '7');
  const bytes = Buffer.from(sealed, 'base64url');
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  expect(() => unseal(randomBytes(32), sealed, '7')).toThrow();
  expect(() => unseal(key, sealed, '8')).toThrow();
  expect(() => unseal(key, bytes.toString('base64url'), '7')).toThrow();
});
