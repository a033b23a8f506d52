import { expect, test, vi } from 'vitest';
import { httpCard } from '../../../server/providers/card.ts';
import { type ProviderFetch, providerHttp } from '../../../server/providers/provider-http.ts';

const REFERENCE = 'FOM-abcdefghijklmnopqr';
const NOTE = `Refund of ${REFERENCE}`;

type Answers = { list?: object[]; post?: () => Promise<Response>; about?: string };

/** A provider that knows the payment, with its refunds and an answer to a new one. */
function provider({ list = [], post, about = REFERENCE }: Answers) {
  return vi.fn<ProviderFetch>(async (url, { method }) => {
    if (method === 'POST') return post ? post() : Response.json({ status: true, data: {} });
    if (url.endsWith('/refund?transaction=77')) return Response.json({ status: true, data: list });
    return Response.json({ status: true, data: { id: 77, reference: about } });
  });
}

const refund = (fetch: ProviderFetch) =>
  httpCard(providerHttp(() => 'https://card.example', fetch)).refund({
    reference: REFERENCE,
    kobo: 10_150,
  });

const postsOf = (fetch: ReturnType<typeof provider>) =>
  fetch.mock.calls.filter(([, { method }]) => method === 'POST');

test('a refund is asked for with the sum and our note', async () => {
  const fetch = provider({});
  expect(await refund(fetch)).toEqual({ outcome: 'sent' });
  const [[url, init] = []] = postsOf(fetch);
  expect(url).toBe('https://card.example/refund');
  expect(JSON.parse(init?.body ?? '')).toEqual({
    transaction: REFERENCE,
    amount: 10_150,
    merchant_note: NOTE,
  });
});

test.each([
  ['with our note', [{ merchant_note: NOTE, status: 'pending' }], 0],
  ['with another note', [{ merchant_note: 'by hand', status: 'processed' }], 1],
  ['without a note', [{ status: 'processed' }], 1],
  ['that has failed', [{ merchant_note: NOTE, status: 'failed' }], 1],
])('beside a refund %s', async (_what, list, asked) => {
  const fetch = provider({ list });
  expect(await refund(fetch)).toEqual({ outcome: 'sent' });
  expect(postsOf(fetch)).toHaveLength(asked);
});

test("a refusal is reported in the provider's words", async () => {
  const no = { status: false, message: 'Transaction has been fully reversed' };
  const fetch = provider({ post: async () => Response.json(no, { status: 400 }) });
  expect(await refund(fetch)).toEqual({ outcome: 'refused', message: no.message });
});

test.each([
  ['fails', { post: async () => new Response('', { status: 500 }) }],
  ['has no line', { post: async () => Promise.reject(new Error('ECONNRESET')) }],
  ['answers with a page', { post: async () => new Response('<html></html>') }],
  ['refuses the key', { post: async () => Response.json({ status: false }, { status: 401 }) }],
  ['tells of another payment', { about: 'FOM-x' }],
])('nothing is known from a provider that %s, and it is asked once', async (_what, answers) => {
  const fetch = provider(answers);
  await expect(refund(fetch)).rejects.toMatchObject({ code: 'card/unavailable' });
  expect(postsOf(fetch).length).toBeLessThanOrEqual(1);
});
