import { expect, test, vi } from 'vitest';
import { newKey } from '../../../src/lib/new-key.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test('a key is a random UUID, also on a page without a secure connection', () => {
  expect(newKey()).toMatch(UUID);
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const keys = Array.from({ length: 50 }, newKey);
  vi.unstubAllGlobals();
  for (const key of keys) expect(key).toMatch(UUID);
  expect(new Set(keys).size).toBe(50);
});
