import { beforeEach, expect, test } from 'vitest';
import { NUMBER_PROOF_LIFE_MS } from '../../../server/accounts/sign-in/proofs.ts';
import { endSessionsOf } from '../../support/end-sessions.ts';
import { expectRefused, newKey, testServer } from '../../support/server.ts';
import { OPERATOR_SECRET, passChallenge } from '../../support/sign-in.ts';

const MINUTE_MS = 60_000;
const ADA = { name: 'ada', email: 'ada@example.com', platform: 'rave' };
const server = testServer({
  env: {
    SIGN_IN_POLICY: 'otp',
    OPERATOR_PROOF_SECRET: OPERATOR_SECRET,
    CODES_PER_HOUR: '1000',
  },
});

const proofByCode = async (phone: string) =>
  String((await passChallenge(server(), phone)).body.meta?.proof);
const create = (phone: string, proof: string, key = newKey()) =>
  server().call('POST', '/user/', {
    body: { ...ADA, phone, proof },
    headers: { 'idempotency-key': key },
  });
const PROVEN = ['/user', '/payments/subscription/airtime/verify', '/payments/subscribe/airtime'];
const show = (path: string, phone: string, proof: string) =>
  server().call('GET', `${path}/${phone}?proof=${proof}`);

/** A number that has its account, and the proof that created it, a minute later. */
async function signedUp() {
  const phone = server().newPhone();
  const proof = await proofByCode(phone);
  const { body } = await create(phone, proof);
  server().clock.at += MINUTE_MS;
  return {
    phone,
    proof,
    playerId: Number((body.data as { id: string }).id),
    token: String(body.meta?.token),
  };
}

/** Shows that our proof is worthless for a number with an account. */
async function expectWorthless(phone: string, proof: string) {
  const before = await server().db.selectFrom('sessions').selectAll().execute();
  const lookUp = await show('/user', phone, proof);
  expect(lookUp.body).toMatchObject({ status: false, data: null, code: 'user/challenge' });
  expect(lookUp.body.meta).toEqual({ challenge: expect.any(Object) });
  for (const path of PROVEN.slice(1)) {
    const call = () => show(path, phone, proof);
    await expectRefused(server(), call, 403, 'user/proof-needed');
  }
  await expectRefused(server(), () => create(phone, proof), 409, 'user/exists');
  expect(await server().db.selectFrom('sessions').selectAll().execute()).toEqual(before);
}

// Each test has a minute of its own.
beforeEach(() => {
  server().clock.at += MINUTE_MS;
});

test('the proof that creates an account opens nothing of an account that is there', async () => {
  const { phone, proof } = await signedUp();
  await expectWorthless(phone, proof);
});

test('a proof from before somebody else signed up with the number is worth nothing to them', async () => {
  const phone = server().newPhone();
  const earlier = await proofByCode(phone);
  server().clock.at += MINUTE_MS;
  await create(phone, await proofByCode(phone));
  server().clock.at += MINUTE_MS;
  await expectWorthless(phone, earlier);
});

test('a proof of a number without an account brings no newer one', async () => {
  const phone = server().newPhone();
  const proof = await proofByCode(phone);
  server().clock.at += NUMBER_PROOF_LIFE_MS - 1;
  for (const path of PROVEN.slice(0, 2)) {
    const { body } = await show(path, phone, proof);
    expect(body).toMatchObject({ status: false, code: 'user/unknown', meta: { proof } });
  }
  server().clock.at += 1;
  expect((await show('/user', phone, proof)).body.code).toBe('user/challenge');
});

test('after a logout the proof of the sign-up admits nobody', async () => {
  const { phone, proof, token } = await signedUp();
  const headers = { authorization: `Bearer ${token}` };
  await server().call('POST', '/user/logout', { headers });
  await expectWorthless(phone, proof);
});

test('a player whose sign-ins the operator ended is not let in by the proof they signed up with', async () => {
  const { phone, proof, playerId } = await signedUp();
  expect(await endSessionsOf(server().db, playerId)).toBe(1);
  await expectWorthless(phone, proof);
});
