import { expect, test } from 'vitest';
import type { Reply } from '../../../scripts/lib/player/call.ts';
import { newKey, testServer } from '../../support/server.ts';
import { OPERATOR_SECRET, operatorProof } from '../../support/sign-in.ts';

const server = testServer({
  env: { SIGN_IN_POLICY: 'operator', OPERATOR_PROOF_SECRET: OPERATOR_SECRET },
});
const ADA = { name: 'ada', email: 'ada@example.com', platform: 'network' };

const proofOf = (phone: string) => operatorProof(phone, server().clock.at);
const show = (path: string, phone: string, proof: string) =>
  server().call('GET', `${path}/${phone}?proof=${proof}`, {
    headers: { 'idempotency-key': newKey() },
  });
const create = (body: object, key = newKey()) =>
  server().call('POST', '/user/', { body, headers: { 'idempotency-key': key } });

/** A number with an account; `ending` decides the answers of the sandbox's operator. */
async function signUp(ending?: string): Promise<string> {
  const phone = server().newPhone(ending);
  await create({ ...ADA, phone, proof: proofOf(phone) });
  return phone;
}

/** Shows that a proof is still valid, for one call. */
async function expectGoodOnce(phone: string, proof: string) {
  expect((await show('/user', phone, proof)).body.status).toBe(true);
  expect((await show('/user', phone, proof)).body.code).toBe('user/proof-needed');
}

const VERIFY = '/payments/subscription/airtime/verify';
const SUBSCRIBE = '/payments/subscribe/airtime';

test.each([
  ['verified while the operator fails', VERIFY, '03', 502, 'billing/unavailable'],
  ['verified to be refused', VERIFY, '01', 200, 'subscription/refused'],
  ['subscribed while the operator fails', SUBSCRIBE, '03', 502, 'billing/unavailable'],
  ['subscribed without the airtime for it', SUBSCRIBE, '01', 200, 'subscription/refused'],
  ['subscribed without an answer yet', SUBSCRIBE, '02', 200, 'subscription/pending'],
])('a number %s keeps its proof for the next tap', async (_what, path, ending, status, code) => {
  const phone = await signUp(ending);
  const proof = proofOf(phone);
  for (const _tap of [1, 2]) {
    const reply: Reply = await show(path, phone, proof);
    expect({ status: reply.status, code: reply.body.code }).toEqual({ status, code });
  }
  await expectGoodOnce(phone, proof);
});

test('a creation that is refused leaves the proof to sign in with', async () => {
  const phone = await signUp();
  const proof = proofOf(phone);
  expect((await create({ ...ADA, phone, proof })).body.code).toBe('user/exists');
  await expectGoodOnce(phone, proof);
});

test('a look-up that fails leaves the proof for the next', async () => {
  const phone = await signUp();
  const proof = proofOf(phone);
  await server().db.schema.alterTable('sessions').renameTo('sessions_elsewhere').execute();
  const path = `/api/v2/user/${phone}?proof=${proof}`;
  const failed = await server().app.inject(path);
  await server().db.schema.alterTable('sessions_elsewhere').renameTo('sessions').execute();
  expect(failed.statusCode).toBe(500);
  await expectGoodOnce(phone, proof);
});

test('a call that fails gives nobody else’s proof back', async () => {
  const phone = await signUp('03');
  const proof = proofOf(phone);
  expect((await show('/user', phone, proof)).body.status).toBe(true);
  expect((await show(VERIFY, phone, proof)).body.code).toBe('user/proof-needed');
  expect((await show('/user', phone, proof)).body.code).toBe('user/proof-needed');
});

test('a look-up that brings the proof to create an account uses the operator’s up', async () => {
  const phone = server().newPhone();
  const proof = proofOf(phone);
  expect((await show('/user', phone, proof)).body.code).toBe('user/unknown');
  expect((await show('/user', phone, proof)).body.code).toBe('user/proof-needed');
});
