import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** A sum of money in a text: `₦100`, `NGN 100`, `100 naira`. */
const SUM = /(?:₦|NGN|&#8358;)\s?\d|\d\s?(?:naira\b|NGN)/i;

/** Code without comments, in which sums are examples. */
const withoutComments = (text: string) =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '');

const sumsIn = (text: string) =>
  withoutComments(text)
    .split('\n')
    .filter((line) => SUM.test(line));

test.each(['Pays ₦50', '`NGN 100/Week`', "'only 100 naira'", '₦ 5,000'])(
  'a text with a typed sum is found: %s',
  (text) => expect(sumsIn(text)).toHaveLength(1),
);

test("no sum of money is typed in the app: prices are the offer's, prizes the rulebook's", () => {
  const files = globSync(
    ['src/**/*.{ts,tsx}', 'sw/**/*.ts', 'index.html', 'manifest.webmanifest'],
    {
      exclude: ['src/rules/**'],
    },
  );
  expect(files.length).toBeGreaterThan(200);
  const typed = files.flatMap((file) =>
    sumsIn(readFileSync(file, 'utf8')).map((line) => `${file}: ${line.trim()}`),
  );
  expect(typed).toEqual([]);
});

/** The built-in prices are used only while the offer is unknown, in one place. */
test('only the offer falls back on the prices that are built in', () => {
  const users = globSync('src/**/*.{ts,tsx}', { exclude: ['src/rules/**'] }).filter((file) =>
    readFileSync(file, 'utf8').includes('DEFAULT_PRICES'),
  );
  expect(users).toEqual(['src/offer/offer.ts']);
});
