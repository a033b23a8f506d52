import { expect, test } from 'vitest';
import { quantile, sizeOf } from '../../../scripts/lib/file-size.ts';

const SOURCE = `// One line.
/** Another. */
/**
 * Three
 */
const path = 'https://example.com'; // Beside code it counts as code.
{/* In a page. */}
`;

test('lines that are comments alone are told from code', () => {
  expect(sizeOf(SOURCE)).toEqual({ lines: 7, comments: 6 });
});

test('a quantile is a value that is there', () => {
  expect(quantile([30, 10, 20, 40], 0.5)).toBe(20);
  expect(quantile([30, 10, 20, 40], 0.9)).toBe(40);
  expect(quantile([], 0.5)).toBe(0);
});
