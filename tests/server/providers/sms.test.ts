import { expect, test } from 'vitest';
import { readConfig } from '../../../server/config/config.ts';
import { openProviders } from '../../../server/providers/open-providers.ts';
import type { ProviderFetch } from '../../../server/providers/provider-http.ts';

const config = readConfig({
  SIGN_IN_POLICY: 'otp',
  SMS_URL: 'https://sms.example/send',
  SMS_TOKEN: 'a-token',
});
const smsThrough = (fetch: ProviderFetch) => openProviders(config, fetch, () => '').sendSms;

test('a text goes to the provider as JSON with its bearer token', async () => {
  const seen: unknown[] = [];
  const send = smsThrough(async (url, { method, headers, body }) => {
    seen.push({ url, method, headers, body: JSON.parse(body ?? '') });
    return new Response('');
  });
  await send('2348030000014', 'hello');
  expect(seen).toEqual([
    {
      url: 'https://sms.example/send',
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: 'Bearer a-token' },
      body: { to: '2348030000014', text: 'hello' },
    },
  ]);
});

test.each([
  ['a refusal', async () => new Response('', { status: 401 })],
  ['a failure', async () => new Response('', { status: 500 })],
  ['a dead line', async () => Promise.reject(new Error('ECONNRESET'))],
])('%s of the provider is sms/failed', async (_what, fetch) => {
  await expect(smsThrough(fetch)('2348030000014', 'hello')).rejects.toMatchObject({
    statusCode: 502,
    code: 'sms/failed',
  });
});
