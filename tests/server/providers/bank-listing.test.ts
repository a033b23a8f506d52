import { expect, test, vi } from 'vitest';
import { describeError } from '../../../server/http/new-app.ts';
import { httpBankListing } from '../../../server/providers/bank-listing.ts';
import { type ProviderFetch, providerHttp } from '../../../server/providers/provider-http.ts';

const ACCOUNT = { number: '0123456785', code: '058' };
const NAME = 'ADA NGOZI OKAFOR';
const FOUND = { account_number: ACCOUNT.number, account_name: ` ${NAME} `, bank_id: 9 };

const listing = (fetch: ProviderFetch) =>
  httpBankListing(
    providerHttp(() => 'https://banks.example', fetch, { Authorization: 'Bearer the-key' }),
  );
const answering = (body: unknown, status = 200) =>
  vi.fn<ProviderFetch>(async () => Response.json(body, { status }));

test('banks have names and codes, and nothing else', async () => {
  const data = [{ id: 1, name: 'Access Bank', code: '044', longcode: '044150149' }];
  const fetch = answering({ status: true, data });
  expect(await listing(fetch).banks()).toEqual({
    banks: [{ name: 'Access Bank', code: '044' }],
    odd: '',
  });
  expect(fetch.mock.calls[0]?.[1].headers).toEqual({ Authorization: 'Bearer the-key' });
});

test('an account has the name that the bank gives', async () => {
  const fetch = answering({ status: true, message: 'Account number resolved', data: FOUND });
  expect(await listing(fetch).nameOf(ACCOUNT)).toBe(NAME);
  expect(fetch.mock.calls[0]?.[0]).toBe(
    'https://banks.example/bank/resolve?account_number=0123456785&bank_code=058',
  );
});

test.each([400, 404, 422])('a no with %i is an account that nobody has', async (status) => {
  const fetch = answering({ status: false, message: 'Could not resolve' }, status);
  expect(await listing(fetch).nameOf(ACCOUNT)).toBeNull();
});

test.each<[string, ProviderFetch]>([
  ['fails', async () => new Response('', { status: 500 })],
  ['is asked too often', answering({ status: false }, 429)],
  ['refuses the key', answering({ status: false }, 401)],
  ['has no line', async () => Promise.reject(new Error(`ECONNRESET ${ACCOUNT.number}`))],
  ['answers with a page', async () => new Response(`<html>${ACCOUNT.number} ${NAME}</html>`)],
  ['says no by a page', async () => new Response('<html></html>', { status: 404 })],
  [
    'tells of another account',
    answering({ status: true, data: { ...FOUND, account_number: '0123456786' } }),
  ],
  ['tells no name', answering({ status: true, data: { ...FOUND, account_name: ' ' } })],
  ['names something else', answering({ status: true, data: { ...FOUND, account_name: 7 } })],
])('nothing is known from a listing that %s, and the log has no number', async (_what, fetch) => {
  const error = await listing(fetch)
    .nameOf(ACCOUNT)
    .catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'bank/unavailable', statusCode: 502 });
  const logged = JSON.stringify(describeError(error));
  expect(logged).not.toContain(ACCOUNT.number);
  expect(logged).not.toContain('NGOZI');
});

test.each([
  ['no name', { code: '044' }, 'name'],
  ['no code', { name: 'A' }, 'code'],
  ['a code of two kinds', { name: 'A', code: 44 }, 'code'],
  ['a name of a thousand letters', { name: 'A'.repeat(1000), code: '1' }, 'name'],
  ['nothing in it', null, 'the row'],
  ['a text in its place', 'Access Bank', 'the row'],
])('a bank with %s is left out and named, and the others stay', async (_what, row, odd) => {
  const data = [row, { name: 'Access Bank', code: '044' }, { name: 'Access Bank', code: '044' }];
  expect(await listing(answering({ status: true, data })).banks()).toEqual({
    banks: [{ name: 'Access Bank', code: '044' }],
    odd,
  });
});

test.each([{ active: false }, { is_deleted: true }, { supports_transfer: false }])(
  'a bank with %j is not offered',
  async (word) => {
    const open = { name: 'Access Bank', code: '044', active: true, is_deleted: null };
    const data = [{ name: 'Heritage Bank', code: '030', ...word }, open];
    const { banks } = await listing(answering({ status: true, data })).banks();
    expect(banks).toEqual([{ name: 'Access Bank', code: '044' }]);
  },
);

test.each([
  ['no banks', []],
  ['closed banks alone', [{ name: 'Heritage Bank', code: '030', active: false }]],
  ['a bank without a name', [{ code: '044' }]],
  ['a code that would change the address', [{ name: 'A', code: '044&x=1' }]],
])('a list with %s is none', async (_what, data) => {
  await expect(listing(answering({ status: true, data })).banks()).rejects.toMatchObject({
    code: 'bank/unavailable',
  });
});

test('a listing that is late is given up', async () => {
  vi.useFakeTimers();
  try {
    const late = listing(() => new Promise(() => undefined)).nameOf(ACCOUNT);
    const refused = expect(late).rejects.toMatchObject({ code: 'bank/unavailable' });
    await vi.advanceTimersByTimeAsync(10_000);
    await refused;
  } finally {
    vi.useRealTimers();
  }
});
