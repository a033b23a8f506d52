import { describe, expect, test } from 'vitest';
import { putUser } from '../../../src/contract/profile.ts';
import { upload } from '../../../src/lib/upload.ts';
import { aUser } from '../../support/builders.ts';
import { answer, held } from '../../support/fake-api.ts';

const send = (signal?: AbortSignal) =>
  upload(
    putUser,
    { body: { name: 'Ada' }, key: 'a-key', credential: { token: 'token-of-ada' }, signal },
    () => undefined,
  );

describe('an upload', () => {
  test('is the same call as any other, and gives its reply', async () => {
    const seen = answer('put', 'user', { data: aUser({ name: 'Ada' }) });
    expect((await send()).data).toMatchObject({ name: 'Ada' });
    expect(seen[0]?.body).toEqual({ name: 'Ada' });
    expect(seen[0]?.headers.get('Authorization')).toBe('Bearer token-of-ada');
    expect(seen[0]?.headers.get('Idempotency-Key')).toBe('a-key');
  });

  test('that is refused says why, and how long to wait', async () => {
    const headers = { 'Retry-After': '60' };
    answer('put', 'user', { status: 429, code: 'rate/limited', message: 'Tomorrow.', headers });
    await expect(send()).rejects.toMatchObject({
      code: 'rate/limited',
      message: 'Tomorrow.',
      status: 429,
      retryAfterMs: 60_000,
    });
  });

  test.each([
    ['a proxy’s page', { raw: '<html>', status: 502 }],
    ['a hotspot’s page', { raw: '<html>' }],
  ])('that %s answers cannot be read', async (_what, reply) => {
    answer('put', 'user', reply);
    await expect(send()).rejects.toMatchObject({ code: 'reply/unreadable' });
  });

  test('without an answer throws that there was none', async () => {
    answer('put', 'user', 'no answer');
    await expect(send()).rejects.toMatchObject({ name: 'NetworkError' });
  });

  test('is ended by its signal, before and on its way', async () => {
    await expect(send(AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
    const { answer: slow } = held({ data: aUser() });
    answer('put', 'user', slow);
    const turn = new AbortController();
    const sending = send(turn.signal);
    turn.abort();
    await expect(sending).rejects.toMatchObject({ name: 'AbortError' });
  });
});
