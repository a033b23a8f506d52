import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'playwright/test';
import { SANDBOX_CARD } from '../../server/providers/open-providers.ts';
import { ROOT } from '../../tests/support/project.ts';

/** The secrets of the server: its credentials at providers, and the names of the variables. */
const SECRETS = [
  SANDBOX_CARD.secretKey,
  SANDBOX_CARD.publicKey,
  'CARD_SECRET_KEY',
  'CARD_PUBLIC_KEY',
  'MOBILE_MONEY_KEY',
  'MOBILE_MONEY_CLIENT_ID',
  'OPERATOR_PROOF_SECRET',
  'SMS_TOKEN',
  'METRICS_TOKEN',
  'x-api-key',
  'x-client-id',
  'sk_live',
  'sk_test',
  'paystack.co/transaction',
];

test('the built app holds no key of a provider, nor the name of one', async () => {
  const dist = join(ROOT, 'dist');
  const files = (await readdir(dist, { recursive: true })).filter((file) =>
    /\.(js|css|html|svg|webmanifest|map)$/.test(file),
  );
  const texts = await Promise.all(
    files.map(async (file) => [file, (await readFile(join(dist, file), 'utf8')).toLowerCase()]),
  );
  const holding = (word: string) =>
    texts.filter(([, text]) => text?.includes(word.toLowerCase())).map(([file]) => file);
  // The search finds values that the app does know, so it sees its code.
  expect(holding('/sandbox/card/inline.js')).not.toEqual([]);
  for (const secret of SECRETS) expect(holding(secret), secret).toEqual([]);
});
