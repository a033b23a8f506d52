import { expect, test } from 'vitest';
import { httpSms } from '../../../server/providers/sms.ts';

test('a text goes to the provider as JSON with its bearer token', async () => {
  const seen: unknown[] = [];
  const send = httpSms(
    () => 'https://sms.example/send',
    'a-token',
    async (url, { method, headers, body }) => {
      seen.push({ url, method, headers, body: JSON.parse(body ?? '') });
      return new Response('');
    },
  );
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
  const send = httpSms(() => 'https://sms.example', 'a-token', fetch);
  await expect(send('2348030000014', 'hello')).rejects.toMatchObject({
    statusCode: 502,
    code: 'sms/failed',
  });
});
