import { afterEach, expect, test, vi } from 'vitest';
import { httpMobileMoney } from '../../../server/providers/mobile-money.ts';
import { type ProviderFetch, providerHttp } from '../../../server/providers/provider-http.ts';

const NUMBER = '08050000154';
const COLLECTION = {
  reference: 'FOM-aaaaaaaaaaaaaaaaaa',
  msisdn: NUMBER,
  name: 'Ada Ngozi Okafor',
  accountId: 'A-1',
  kobo: 20_000,
  operatorKobo: 250,
  serviceKobo: 150,
};

const serviceOf = (fetch: ProviderFetch, headers = {}) =>
  httpMobileMoney(providerHttp(() => 'https://money.example/v1', fetch, headers));
const answering = (body: unknown, status = 200) =>
  serviceOf(async () =>
    typeof body === 'string' ? new Response(body, { status }) : Response.json(body, { status }),
  );
const yes = (data: unknown) => answering({ status: true, data });

afterEach(() => {
  vi.useRealTimers();
});

test('it is asked by its own interface, in naira, with our key and client id', async () => {
  const asked: unknown[] = [];
  const service = serviceOf(
    async (url, { method, headers, body }) => {
      asked.push([method, url, headers?.['x-api-key'], headers?.['x-client-id']]);
      if (body !== undefined) asked.push(JSON.parse(body));
      return new Response('');
    },
    { 'x-api-key': 'a-key', 'x-client-id': 'a-client' },
  );
  const { reference } = COLLECTION;
  await Promise.allSettled([service.pay(COLLECTION), service.sendDoi(reference)]);
  expect(asked).toEqual([
    ['POST', 'https://money.example/v1/collections/pay', 'a-key', 'a-client'],
    {
      reference,
      msisdn: NUMBER,
      name: 'Ada Ngozi Okafor',
      accountId: 'A-1',
      amount: 200,
      operatorCharge: 2.5,
      serviceCharge: 1.5,
      totalAmount: 204,
    },
    ['POST', `https://money.example/v1/collections/${reference}/doi`, 'a-key', 'a-client'],
    {},
  ]);
});

test.each([
  [{ firstName: 'Ada', middleName: 'Ngozi', lastName: 'Okafor' }, ['Ada', 'Ngozi', 'Okafor']],
  [{ firstName: ' ADA  OKAFOR ', middleName: null }, ['ADA', 'OKAFOR']],
  [{}, []],
])('the names of %j are read', async (names, read) => {
  const service = yes({ ...names, msisdn: NUMBER, accountId: 'A-1', platform: 'MoMo' });
  const wallet = { names: read, accountId: 'A-1', platform: 'MoMo' };
  expect(await service.search(NUMBER)).toEqual(wallet);
});

test.each([200, 400, 404, 422])('a ‘no’ of %i is one', async (status) => {
  const service = answering({ status: false, message: 'No' }, status);
  expect(await service.search(NUMBER)).toBeNull();
  expect(await service.pay(COLLECTION)).toBe('refused');
  expect(await service.sendDoi(COLLECTION.reference)).toBe('refused');
  expect(await service.status(COLLECTION.reference)).toEqual({ status: 'unknown' });
});

test.each<[string, unknown, number]>([
  ['a ‘no’ that is about us', { status: false }, 401],
  ['one that asks for patience', { status: false }, 429],
  ['a failure', { status: false }, 503],
  ['HTML', '<html>Not found</html>', 404],
  ['another shape', { status: true, data: { platform: 'Bank' } }, 200],
  ['a list', [], 200],
])('%s is no answer, and what it says stays out of the log', async (_what, body, status) => {
  const service = answering(body, status);
  const calls = [
    service.search(NUMBER),
    service.charges(NUMBER, 20_000),
    service.pay(COLLECTION),
    service.status(COLLECTION.reference),
  ];
  for (const { status: outcome, ...call } of await Promise.allSettled(calls)) {
    expect(outcome).toBe('rejected');
    const { reason } = call as PromiseRejectedResult;
    expect(reason).toMatchObject({ statusCode: 502, code: 'mobile-money/unavailable' });
    expect(String(reason.cause)).not.toMatch(/html|Bank/);
  }
});

test.each([2.505, -1, '2.5', 1e300])('charges of %s are none', async (operatorCharge) => {
  const service = yes({ operatorCharge, serviceCharge: 1.5 });
  await expect(service.charges(NUMBER, 20_000)).rejects.toMatchObject({
    code: 'mobile-money/unavailable',
  });
});

test('a prompt that is answered after ten seconds may have been sent, and is sent once', async () => {
  vi.useFakeTimers();
  const asked = vi.fn(() => new Promise<Response>(() => {}));
  const paid = serviceOf(asked).pay(COLLECTION);
  const outcome = paid.catch((reason: unknown) => reason);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await outcome).toMatchObject({
    code: 'mobile-money/unavailable',
    message: 'Unable to complete at the moment',
  });
  expect(asked).toHaveBeenCalledTimes(1);
});
