import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sourceHash } from '../../../server/http/assets.ts';
import { ROOT } from '../../support/project.ts';
import { testServer } from '../../support/server.ts';
import { OPERATOR_SECRET, signUpByOperator } from '../../support/sign-in.ts';
import {
  chargeOf,
  expected,
  signatureOf,
  success,
  verify,
  webhook,
} from '../payments/card-calls.ts';

/** The provider's own. */
const SCRIPT = readFileSync(join(ROOT, 'node_modules/@paystack/inline-js/dist/inline.js'), 'utf8');

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
    async () => Response.json({ status: false, message: `Invalid key ${SECRET}` }, { status: 401 }),
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
