import { expect, test } from 'vitest';
import { readUsername, USERNAME_MAX } from '../../../src/rules/players.ts';
import { makeUsername } from '../../../src/rules/usernames.ts';

test('a made-up username is never longer than ten letters', () => {
  expect(USERNAME_MAX).toBe(10);
  for (let i = 0; i < 1; i += 0.01) {
    for (let j = 0; j < 1; j += 0.01) {
      const numbers = [i, j];
      const name = makeUsername(() => numbers.shift() ?? 0);
      expect(readUsername(name)).toBe(name);
    }
  }
});
