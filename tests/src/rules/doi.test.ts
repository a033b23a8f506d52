import { expect, test } from 'vitest';
import { doiWaitSeconds } from '../../../src/rules/doi.ts';

test.each([
  [1, 40],
  [2, 80],
  [3, 80],
])('after %i prompts the owner of a wallet has %i seconds', (prompts, seconds) => {
  expect(doiWaitSeconds(prompts)).toBe(seconds);
});
