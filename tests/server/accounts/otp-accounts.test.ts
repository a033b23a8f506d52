import { beforeEach, expect, test } from 'vitest';
import { NUMBER_PROOF_LIFE_MS } from '../../../server/accounts/sign-in/proofs.ts';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { expectRefused, newKey, testServer } from '../../support/server.ts';
import { passChallenge, signUpByCode } from '../../support/sign-in.ts';

const MINUTE_MS = 60_000;
const server = testServer({ env: { SIGN_IN_POLICY: 'otp', CODES_PER_HOUR: '1000' } });
const ADA = { name: 'ada', email: 'ada@example.com', platform: 'rave' };

const create = (body: object, key = newKey()) =>
  server().call('POST', '/user/', { body, headers: { 'idempotency-key': key } });

// Each test has a minute of its own.
beforeEach(() => {
  server().clock.at += MINUTE_MS;
});

test('a player is looked up with their own token, without a code', async () => {
  const [player, other] = [await signUpByCode(server()), await signUpByCode(server())];
  const own = await player.get(`/user/${player.phone}`);
  expect(own.body).toMatchObject({ status: true, meta: { token: player.token } });
  server().clock.at += MINUTE_MS;
  expect((await player.get(`/user/${other.phone}`)).body.code).toBe('user/challenge');
  server().clock.at += 61 * DAY_MS;
  expect((await player.get(`/user/${player.phone}`)).body.code).toBe('user/challenge');
});

test('an account is created only with a proof of its number', async () => {
  const phone = server().newPhone();
  const { body } = await passChallenge(server(), phone);
  const proof = String(body.meta?.proof);
  const another = server().newPhone();
  for (const [what, wrong] of [
    ['none', { phone }],
    ['of another number', { phone: another, proof }],
    ['changed', { phone, proof: proof.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')) }],
    [
      'with another number in it',
      { phone: another, proof: proof.replace(/234\d{10}/, `234${another.slice(1)}`) },
    ],
    ['of a later end', { phone, proof: proof.replace(/\.(\d+)\./, (_, end) => `.${+end + 1}.`) }],
    ['no proof at all', { phone, proof: 'n1.x' }],
    ['empty', { phone, proof: '' }],
  ] as const) {
    const call = () => create({ ...ADA, ...wrong });
    await expectRefused(server(), call, 403, 'user/proof-needed').catch((error) => {
      throw new Error(`a proof that is ${what}`, { cause: error });
    });
  }
  server().clock.at += NUMBER_PROOF_LIFE_MS;
  const late = () => create({ ...ADA, phone, proof });
  await expectRefused(server(), late, 403, 'user/proof-needed');
});

test('a creation whose reply was dropped comes again with a session, by its proof', async () => {
  const phone = server().newPhone();
  const { body } = await passChallenge(server(), phone);
  const fields = { ...ADA, phone, proof: body.meta?.proof };
  const key = newKey();
  const first = await create(fields, key);
  const repeat = await create(fields, key);
  expect(repeat.body).toMatchObject({ status: true, data: first.body.data ?? {} });
  expect(repeat.body.meta?.token).toHaveLength(43);
  await expectRefused(server(), () => create(fields), 409, 'user/exists');
});

test('two creations with one proof create one account', async () => {
  const phone = server().newPhone();
  const { body } = await passChallenge(server(), phone);
  const fields = { ...ADA, phone, proof: body.meta?.proof };
  const replies = await Promise.all([create(fields), create(fields), create(fields)]);
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
});

test('a number without an account is subscribed with the proof of its code, no other way', async () => {
  const phone = server().newPhone();
  const path = `/payments/subscribe/airtime/${phone}`;
  await expectRefused(server(), () => server().call('GET', path), 401, 'session/required');
  const { body } = await passChallenge(server(), phone);
  const reply = await server().call('GET', `${path}?proof=${body.meta?.proof}`);
  expect(reply.body).toEqual({ status: true, data: null });
});
