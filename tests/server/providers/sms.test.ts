import { afterEach, describe, expect, test, vi } from 'vitest';
import { readConfig } from '../../../server/config/config.ts';
import { openProviders } from '../../../server/providers/open-providers.ts';
import { type ProviderFetch, providerHttp } from '../../../server/providers/provider-http.ts';
import { httpSms, SmsRefusedError } from '../../../server/providers/sms.ts';

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

describe('what a text may come to', () => {
  const send = (fetch: ProviderFetch) =>
    httpSms(providerHttp(() => 'https://sms.example', fetch))('2348030000014', 'hello');

  afterEach(() => {
    vi.useRealTimers();
  });

  test.each([400, 401, 404, 422, 429, 503])(
    'a text is known not to be taken after %i',
    async (status) => {
      const sent = send(async () => new Response('', { status }));
      await expect(sent).rejects.toBeInstanceOf(SmsRefusedError);
    },
  );

  test.each([
    ['a failure', async () => new Response('', { status: 500 })],
    ['a gateway that got no answer', async () => new Response('', { status: 504 })],
    ['a dead line', async () => Promise.reject(new Error('ECONNRESET'))],
  ])('after %s a text may have been taken', async (_what, fetch) => {
    const error = await send(fetch).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ statusCode: 502, code: 'sms/failed' });
    expect(error).not.toBeInstanceOf(SmsRefusedError);
  });

  test('a text that is not answered for ten seconds may have been taken', async () => {
    vi.useFakeTimers();
    const sent = send(() => new Promise(() => {})).catch((reason: unknown) => reason);
    await vi.advanceTimersByTimeAsync(10_000);
    const error = await sent;
    expect(error).toMatchObject({ code: 'sms/failed', cause: { name: 'Error' } });
    expect(error).not.toBeInstanceOf(SmsRefusedError);
  });

  test('a text to a provider that is down is known not to be taken: nobody was asked', async () => {
    const asked = vi.fn(async () => new Response('', { status: 500 }));
    const text = httpSms(providerHttp(() => 'https://sms.example', asked));
    const sendOne = () => text('2348030000014', 'hello').catch((reason: unknown) => reason);
    for (let failure = 0; failure < 10; failure += 1) {
      expect(await sendOne()).not.toBeInstanceOf(SmsRefusedError);
    }
    expect(await sendOne()).toBeInstanceOf(SmsRefusedError);
    expect(asked).toHaveBeenCalledTimes(10);
  });
});
