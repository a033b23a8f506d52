import { afterEach, expect, test, vi } from 'vitest';
import type { ProviderFetch } from '../../../server/providers/airtime-billing.ts';
import { httpSms, SmsRefusedError } from '../../../server/providers/sms.ts';

const send = (fetch: ProviderFetch) =>
  httpSms(() => 'https://sms.example', 'a-token', fetch)('2348030000014', 'hello');

afterEach(() => {
  vi.restoreAllMocks();
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

test('a provider that does not answer is waited for ten seconds', async () => {
  const clock = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(clock.signal);
  const sent = send(
    (_url, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
  );
  expect(timeout).toHaveBeenCalledExactlyOnceWith(10_000);
  clock.abort(new DOMException('the time is up', 'TimeoutError'));
  const error = await sent.catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: 'sms/failed', cause: { name: 'TimeoutError' } });
  expect(error).not.toBeInstanceOf(SmsRefusedError);
});
