import { afterEach, expect, test, vi } from 'vitest';
import { httpCard } from '../../../server/providers/card.ts';
import { type ProviderFetch, providerHttp } from '../../../server/providers/provider-http.ts';

const REFERENCE = 'FOM-abcdefghijklmnopqr';

const verify = (fetch: ProviderFetch) =>
  httpCard(providerHttp(() => 'https://card.example', fetch)).verify(REFERENCE);

const transaction = (status: string, other: object = {}) => ({
  status: true,
  message: 'Verification successful',
  data: { id: 1, reference: REFERENCE, status, amount: 10_150, currency: 'NGN', ...other },
});

afterEach(() => {
  vi.useRealTimers();
});

test('it is asked about the reference, by its own address', async () => {
  const fetch = vi.fn<ProviderFetch>(async () => Response.json(transaction('pending')));
  await verify(fetch);
  expect(fetch.mock.calls[0]?.[0]).toBe(`https://card.example/transaction/verify/${REFERENCE}`);
});

test.each([
  [{ userId: 7 }, '7'],
  [{ userId: '7', type: 'buy-plays' }, '7'],
  ['{"userId":"7"}', '7'],
  ['', null],
  ['not JSON', null],
  [null, null],
  [0, null],
])('a payment that was taken names its buyer in %j', async (metadata, buyerId) => {
  const answer = await verify(async () => Response.json(transaction('success', { metadata })));
  const payment = { reference: REFERENCE, kobo: 10_150, currency: 'NGN', buyerId };
  expect(answer).toEqual({ outcome: 'paid', payment });
});

test.each([
  ['failed', 'failed'],
  ['reversed', 'failed'],
  ['abandoned', 'none'],
  ['pending', 'pending'],
  ['processing', 'pending'],
  ['a word of tomorrow', 'pending'],
])('of a payment that is %s', async (status, outcome) => {
  expect(await verify(async () => Response.json(transaction(status)))).toEqual({ outcome });
});

test.each([400, 404])('a reference that it does not know (%i) was not paid yet', async (status) => {
  const unknown = { status: false, message: 'Transaction reference not found.' };
  const answer = await verify(async () => Response.json(unknown, { status }));
  expect(answer).toEqual({ outcome: 'none' });
});

test.each([
  ['fails', async () => new Response('', { status: 500 })],
  ['has no line', async () => Promise.reject(new Error('ECONNRESET'))],
  ['answers with a page', async () => new Response('<html></html>')],
  [
    'refuses the key',
    async () => Response.json({ status: false, message: 'Invalid key' }, { status: 401 }),
  ],
  [
    'refuses the call',
    async () => Response.json({ status: false, message: 'No' }, { status: 400 }),
  ],
  [
    'tells of another payment',
    async () => Response.json(transaction('success', { reference: 'FOM-x' })),
  ],
  [
    'tells a fraction of a kobo',
    async () => Response.json(transaction('success', { amount: 1.5 })),
  ],
  [
    'tells the amount as a text',
    async () => Response.json(transaction('success', { amount: '1e4' })),
  ],
])('nothing is known from a provider that %s', async (_what, fetch) => {
  await expect(verify(fetch)).rejects.toMatchObject({
    statusCode: 502,
    code: 'card/unavailable',
    message: 'The card provider did not answer. Please try again.',
  });
});

test('nothing is known from a provider that is late', async () => {
  vi.useFakeTimers();
  const answer = verify(() => new Promise(() => {})).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await answer).toMatchObject({ statusCode: 502, code: 'card/unavailable' });
});

const CARD = { code: 'AUTH_x', email: 'ada@example.com' };

const charge = (fetch: ProviderFetch) =>
  httpCard(providerHttp(() => 'https://card.example', fetch)).charge(CARD, {
    reference: REFERENCE,
    kobo: 10_150,
    buyerId: 7,
  });

test.each([
  [200, transaction('success'), 'paid'],
  [200, transaction('failed'), 'failed'],
  [200, transaction('send_otp'), 'pending'],
  [400, { status: false, message: 'Duplicate Transaction Reference' }, 'pending'],
  [400, { status: false, message: 'Authorization code is invalid' }, 'failed'],
])('a charge of a known card that answers %i %j is %s', async (status, body, outcome) => {
  const fetch = vi.fn<ProviderFetch>(async () => Response.json(body, { status }));
  expect(await charge(fetch)).toMatchObject({ outcome });
  expect(fetch).toHaveBeenCalledTimes(1);
});

test.each([
  [401, { status: false, message: 'Invalid key' }],
  [500, {}],
  [200, transaction('success', { reference: 'FOM-other' })],
])('a charge that answers %i %j has no known end', async (status, body) => {
  const fetch = vi.fn<ProviderFetch>(async () => Response.json(body, { status }));
  await expect(charge(fetch)).rejects.toMatchObject({ code: 'card/unavailable' });
  expect(fetch).toHaveBeenCalledTimes(1);
});

const authorization = { authorization_code: 'AUTH_x', reusable: true };
const customer = { email: 'ada@example.com' };

test.each([
  [transaction('success', { authorization, customer }), CARD],
  [
    transaction('success', { authorization: { ...authorization, reusable: false }, customer }),
    null,
  ],
  [transaction('success', { authorization }), null],
  [transaction('success'), null],
  [transaction('failed', { authorization, customer }), null],
])('a card may be charged again where its bank says so: %j', async (body, card) => {
  const fetch: ProviderFetch = async () => Response.json(body);
  const provider = httpCard(providerHttp(() => 'https://card.example', fetch));
  expect(await provider.findAuthorization(REFERENCE)).toEqual(card);
});
