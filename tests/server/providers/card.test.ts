import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { sourceHash } from '../../../server/http/assets.ts';
import { httpCard } from '../../../server/providers/card.ts';
import { type ProviderFetch, providerHttp } from '../../../server/providers/provider-http.ts';
import { buildBank } from '../../support/bank.ts';
import { ROOT } from '../../support/project.ts';
import { expectRefused, newKey, testServer } from '../../support/server.ts';
import { OPERATOR_SECRET, signUpByOperator } from '../../support/sign-in.ts';
import type { TestPlayer } from '../../support/test-player.ts';
import {
  chargeOf,
  expected,
  newReference,
  signatureOf,
  success,
  verify,
  webhook,
} from '../payments/card-calls.ts';
import { pay } from '../payments/collection-calls.ts';
import { bornOn } from '../payments/spending-limit-calls.ts';

const REFERENCE = 'FOM-abcdefghijklmnopqr';

describe('card', () => {
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

  test.each([400, 404])(
    'a reference that it does not know (%i) was not paid yet',
    async (status) => {
      const unknown = { status: false, message: 'Transaction reference not found.' };
      const answer = await verify(async () => Response.json(unknown, { status }));
      expect(answer).toEqual({ outcome: 'none' });
    },
  );

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
});

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

describe('the real provider of cards', () => {
  /** The provider's own. */
  const SCRIPT = readFileSync(
    join(ROOT, 'node_modules/@paystack/inline-js/dist/inline.js'),
    'utf8',
  );

  const SECRET = 'sk_live_never_to_be_seen';

  const folder = mkdtempSync(join(tmpdir(), 'mastermind-card-'));

  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>FOM</title>');

  afterAll(() => rmSync(folder, { recursive: true }));

  const server = testServer({
    env: {
      SIGN_IN_POLICY: 'operator',
      OPERATOR_PROOF_SECRET: OPERATOR_SECRET,
      CARD_SECRET_KEY: SECRET,
      CARD_PUBLIC_KEY: 'pk_live_1',
      API_DOCS: 'on',
    },
    folders: { app: folder, images: [] },
  });

  const replies: string[] = [];

  beforeAll(() => {
    server().app.addHook('onSend', async (_request, reply, payload) => {
      replies.push(JSON.stringify(reply.getHeaders()), String(payload));
    });
  });

  const signUp = () => signUpByOperator(server());

  test('the provider is asked with the key, which no reply holds', async () => {
    const player = await signUp();
    const reference = await expected(player);
    const charge = chargeOf(player, reference);
    const asked: unknown[] = [];
    const answers = [
      async () => new Response('down', { status: 503 }),
      async () =>
        Response.json({ status: false, message: `Invalid key ${SECRET}` }, { status: 401 }),
      async () => Response.json({ status: true, data: charge }),
    ];
    for (const answer of answers) {
      server().operator.fetch = (url, { headers }) => {
        asked.push({ url, key: headers?.Authorization });
        return answer();
      };
      await verify(player, reference);
    }
    expect(asked.at(-1)).toEqual({
      url: `https://api.paystack.co/transaction/verify/${reference}`,
      key: `Bearer ${SECRET}`,
    });
    expect(await player.wallet()).toMatchObject({ coins: 750 });
    for (const path of ['/misc/public-key', '/misc/config', '/webhooks/paystack/public-key']) {
      await server().call('GET', path);
    }
    await webhook(server(), '{}', 'forged');
    for (const url of ['/metrics', '/healthz', '/api/docs', '/api/docs/openapi.json', '/']) {
      await server().app.inject(url);
    }
    expect(replies.join('\n')).toContain('pk_live_1');
    expect(replies.join('\n')).not.toContain(SECRET);
  });

  test('a webhook is signed with the key, never with that of the sandbox', async () => {
    const player = await signUp();
    const reference = await expected(player);
    const payload = success(chargeOf(player, reference));
    expect((await webhook(server(), payload)).status).toBe(401);
    expect((await webhook(server(), payload, signatureOf(payload, SECRET))).status).toBe(200);
    expect(await player.wallet()).toMatchObject({ coins: 750 });
  });

  test('the app may load the provider’s script and window, and its bank’s', async () => {
    const { headers } = await server().app.inject({ url: '/', headers: { accept: 'text/html' } });
    const policy = String(headers['content-security-policy']);
    const hosts = 'https://js.paystack.co https://checkout.paystack.com';
    expect(policy).toContain(`script-src 'self' ${hosts};`);
    expect(policy).toContain(`frame-src 'self' ${hosts}`);
    expect(policy).toContain(`connect-src 'self' ${hosts};`);
    const spinner = /<style>([^<]*app-loader[^<]*)<\/style>/.exec(SCRIPT)?.[1] ?? '';
    const hash = sourceHash(spinner.replaceAll('\\n', '\n'));
    expect(policy).toContain(`style-src 'self' ${hash};`);
    // The provider's script is only watched.
    expect(policy).not.toContain('trusted-types');
    expect(headers['content-security-policy-report-only']).toBe(
      "require-trusted-types-for 'script';trusted-types default left-home",
    );
    expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups');
  });

  test('nothing of the sandbox’s money is there', async () => {
    for (const path of ['/card/inline.js', '/billing/subscriptions/2348030000055?plan=weekly']) {
      const reply = await server().call('GET', path, { api: '/sandbox' });
      expect([reply.status, reply.body.code]).toEqual([404, 'route/unknown']);
    }
  });
});

describe('a contest that is closed', () => {
  const REAL = {
    SIGN_IN_POLICY: 'operator',
    OPERATOR_PROOF_SECRET: OPERATOR_SECRET,
    CARD_SECRET_KEY: 'sk_live_1',
    CARD_PUBLIC_KEY: 'pk_live_1',
    MOBILE_MONEY_URL: 'https://money.example',
    MOBILE_MONEY_KEY: 'key',
    MOBILE_MONEY_CLIENT_ID: 'client',
  };

  const PROMOTION = {
    promoter: 'Example Games Ltd, 1 Marina, Lagos',
    permit: 'NLRC/12/34',
    rules: 'https://example.ng/rush-rules',
    support: 'mailto:help@example.ng',
  };

  const closed = testServer({ env: REAL });

  const open = testServer({
    env: { ...REAL, CONTEST: JSON.stringify(PROMOTION) },
    bank: buildBank(200),
  });

  async function adult(server: ReturnType<typeof closed>): Promise<TestPlayer> {
    const player = await signUpByOperator(server);
    await bornOn(player, '1990-01-01');
    return player;
  }

  const expecting = (player: TestPlayer, product: string) => () => {
    const body = { product, provider: 'card', reference: newReference() };
    return player.post('/payments/expected', body, { key: newKey() });
  };

  const contestOf = async (server: ReturnType<typeof closed>) => {
    const { data } = (await server.call('GET', '/misc/config')).body;
    return (data as { contest: object }).contest;
  };

  test('for real money no ticket is sold while nobody is named who may', async () => {
    const player = await adult(closed());
    await expectRefused(closed(), expecting(player, 'rush-ticket'), 409, 'rush/closed');
    const sums = { amount: 200, operatorCharge: 0, serviceCharge: 0, totalAmount: 200 };
    const order = { name: 'Ada', msisdn: '08050000154', accountId: 'one', ...sums };
    const paying = () =>
      pay(player, { ...order, product: 'rush-ticket', reference: newReference() }, newKey());
    await expectRefused(closed(), paying, 409, 'rush/closed');
    expect(closed().operator.asked).toEqual([]);
    expect((await expecting(player, 'coins-100')()).body.status).toBe(true);
    const nobody = { promoter: null, permit: null, rules: null, support: null };
    expect(await contestOf(closed())).toEqual({ isOpen: false, ...nobody });
  });

  test('once they are named it is open, and players are told who', async () => {
    const player = await adult(open());
    expect((await expecting(player, 'rush-ticket')()).body.status).toBe(true);
    expect(await contestOf(open())).toEqual({ isOpen: true, ...PROMOTION });
  });
});
