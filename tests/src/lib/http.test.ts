import { HttpResponse, http } from 'msw';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { getCategories } from '../../../src/contract/categories.ts';
import { postChallenge } from '../../../src/contract/endpoints/sessions.ts';
import { getUser as userEndpoint } from '../../../src/contract/endpoints/users.ts';
import { putUser } from '../../../src/contract/profile.ts';
import { backoffMs, jitteredBackoffMs } from '../../../src/lib/backoff.ts';
import { ApiError, isPassing, NetworkError } from '../../../src/lib/errors.ts';
import { type CallOptions, call } from '../../../src/lib/http.ts';
import { isReachable, subscribeReachability } from '../../../src/lib/reachability.ts';
import { aUser } from '../../support/builders.ts';
import { answer, fakeApi } from '../../support/fake-api.ts';

const getUser = (options: Partial<CallOptions<typeof userEndpoint>> = {}) =>
  call(userEndpoint, { params: { phone: '2348030000000' }, ...options });

const failure = async (promise: Promise<unknown>) =>
  promise.then(
    () => {
      throw new Error('It should have failed.');
    },
    (error: unknown) => error,
  );

describe('a call', () => {
  test('gives data and meta of a reply that says yes', async () => {
    answer('get', 'user/2348030000000', { data: aUser(), meta: { token: 'abc' } });
    const reply = await getUser();
    expect(reply.data).toEqual(aUser());
    expect(reply.meta?.token).toBe('abc');
  });

  test('carries the token and the key', async () => {
    const seen = answer('get', 'user/2348030000000', { data: aUser() });
    await getUser({ credential: { token: 'abc' }, key: 'the-key' });
    expect(seen[0]?.headers.get('Authorization')).toBe('Bearer abc');
    expect(seen[0]?.headers.get('Idempotency-Key')).toBe('the-key');
  });

  test('gives a list without its odd rows, and the operator is told of them without a value', async () => {
    const heard: { thrown: unknown; path: string }[] = [];
    window.heard = heard;
    onTestFinished(() => void delete window.heard);
    const category = { id: 'la-liga', name: 'La Liga', image: 'la-liga.svg', isActive: true };
    answer('get', 'categories', { data: [{ ...category, name: 7, id: 'Ada' }, category] });
    const { data } = await call(getCategories, {});
    expect(data).toEqual([category]);
    expect(heard.map(({ thrown }) => `${thrown}`)).toEqual([
      'Error: GET /categories has odd rows, by name',
    ]);
    answer('get', 'categories', { data: [category] });
    await call(getCategories, {});
    expect(heard).toHaveLength(1);
  });

  test('asks for what its endpoint needs', async () => {
    const seen = answer('post', 'user/challenge/a%2Fb', { data: aUser() });
    await call(postChallenge, { params: { id: 'a/b' }, body: { code: '123456' }, key: 'the-key' });
    expect(seen[0]?.body).toEqual({ code: '123456' });
    const careless = async () => {
      // @ts-expect-error: it counts each time, and has no key
      await call(postChallenge, { params: { id: 'a' }, body: { code: '123456' } });
      // @ts-expect-error: its path has a parameter
      await call(userEndpoint, {});
      // @ts-expect-error: no such field
      await call(postChallenge, { params: { id: 'a' }, body: { digits: '1' }, key: 'k' });
      // @ts-expect-error: no round delivers itself here
      await call(userEndpoint, { params: { phone: '' }, credential: { roundSecret: 's' } });
    };
    expect(careless).toBeTypeOf('function');
  });

  test('sends a form where its endpoint takes one', async () => {
    const seen = answer('put', 'user', { data: aUser() });
    await call(putUser, { body: { email: 'adá@example.ng' }, key: 'the-key' });
    expect(seen[0]?.body).toEqual({ email: 'adá@example.ng' });
    expect(seen[0]?.headers.get('Content-Type')).toMatch(/^multipart\/form-data; boundary=/);
  });

  test('is made once, whatever comes of it', async () => {
    const seen = answer('get', 'user/2348030000000', { status: 503, code: 'server/unavailable' });
    await failure(getUser());
    expect(seen).toHaveLength(1);
  });

  test('reads an API that numbers its rows and leaves fields out', async () => {
    answer('get', 'user/2348030000000', { data: { id: 7, name: 'Ada', isActive: null } });
    const { data } = await getUser();
    expect(data).toMatchObject({
      id: '7',
      name: 'Ada',
      isActive: null,
      pointBalance: 0,
      dob: null,
    });
  });
});

describe('a call that fails', () => {
  test('without an answer says so in the words players know', async () => {
    answer('get', 'user/2348030000000', 'no answer');
    const error = await failure(getUser());
    expect(error).toBeInstanceOf(NetworkError);
    expect(error).toMatchObject({ message: 'An error occurred' });
  });

  test('gives up after 30 s also when a half-open line stalls in the body', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    fakeApi.use(
      http.get(`${location.origin}/api/v2/user/2348030000000`, () => {
        const stalled = new ReadableStream({
          start: (body) => body.enqueue(new TextEncoder().encode('{"status":')),
        });
        return new HttpResponse(stalled, { headers: { 'Content-Type': 'application/json' } });
      }),
    );
    const failed = failure(getUser());
    await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0));
    await vi.advanceTimersByTimeAsync(31_000);
    expect(await failed).toBeInstanceOf(NetworkError);
  });

  test('carries message, code and status', async () => {
    answer('get', 'user/2348030000000', { status: 409, code: 'user/exists', message: 'Taken.' });
    const error = await failure(getUser());
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      message: 'Taken.',
      code: 'user/exists',
      status: 409,
      data: null,
    });
  });

  test('takes its data for a message where that is text', async () => {
    answer('get', 'user/2348030000000', { raw: '{"status":false,"data":"Number is barred"}' });
    expect(await failure(getUser())).toMatchObject({ message: 'Number is barred', status: 200 });
  });

  test('with an expected no is an error with its code', async () => {
    answer('get', 'user/2348030000000', { raw: '{"status":false,"code":"user/unknown"}' });
    expect(await failure(getUser())).toMatchObject({ code: 'user/unknown', status: 200 });
  });

  test('carries what its reply says besides', async () => {
    answer('get', 'user/2348030000000', {
      raw: '{"status":false,"code":"user/unknown","meta":{"proof":"p1"}}',
    });
    expect(await failure(getUser())).toMatchObject({ meta: { proof: 'p1' } });
  });

  test('shows no more of a message than a toast holds', async () => {
    answer('get', 'user/2348030000000', { status: 500, code: 'x', message: 'm'.repeat(10_000) });
    expect(((await failure(getUser())) as ApiError).message).toHaveLength(300);
  });

  test.each([
    ['10 MB', JSON.stringify({ status: true, data: { id: '1', name: 'x'.repeat(10_000_000) } })],
    ['HTML', '<html></html>'],
    ['nothing', ''],
    ['another shape', '{"status":true,"data":{"name":5}}'],
    ['no envelope', '[]'],
  ])('with %s in place of a reply cannot be read', async (_what, raw) => {
    answer('get', 'user/2348030000000', { raw });
    expect(await failure(getUser())).toMatchObject({ code: 'reply/unreadable' });
  });
});

test('trying again can help after no answer, 408, 425, 429, 5xx and a running call', () => {
  const error = (status: number, code = 'x') => new ApiError('', status, code);
  expect(isPassing(new NetworkError())).toBe(true);
  for (const status of [408, 425, 429, 500, 502, 503]) expect(isPassing(error(status))).toBe(true);
  expect(isPassing(error(409, 'idempotency/running'))).toBe(true);
  for (const status of [200, 400, 401, 404, 409, 410, 422])
    expect(isPassing(error(status))).toBe(false);
  expect(isPassing(new Error('a bug'))).toBe(false);
});

test('waits double from 1 s up to 30 s', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 100].map(backoffMs)).toEqual([
    1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000,
  ]);
  expect(jitteredBackoffMs(1, 0)).toBe(1000);
  expect(jitteredBackoffMs(1, 0.999)).toBe(1999);
});

test('the server counts as out of reach after a call without an answer, until the next one', async () => {
  const told = vi.fn();
  const stop = subscribeReachability(told);
  answer('get', 'user/2348030000000', 'no answer', { data: aUser() });
  await failure(getUser());
  expect(isReachable()).toBe(false);
  await getUser();
  expect(isReachable()).toBe(true);
  expect(told).toHaveBeenCalled();
  stop();
});
