import { describe, expect, test } from 'vitest';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { expectRefused, newKey, testServer } from '../../support/server.ts';
import { OPERATOR_SECRET, operatorProof, stored } from '../../support/sign-in.ts';
import { subscribe, verify } from '../accounts/subscription-calls.ts';

describe('the operator’s proof', () => {
  const MINUTE_MS = 60_000;

  const server = testServer({
    env: {
      SIGN_IN_POLICY: 'operator',
      OPERATOR_PROOF_SECRET: OPERATOR_SECRET,
      SANDBOX_MSISDN: '2348030000014',
    },
  });

  const ADA = { name: 'ada', email: 'ada@example.com', platform: 'network' };

  const proofOf = (phone: string) => operatorProof(phone, server().clock.at);

  const keyed = (key?: string) =>
    key === undefined ? {} : { headers: { 'idempotency-key': key } };

  const lookUp = (phone: string, proof: string, key?: string) =>
    server().call('GET', `/user/${phone}?proof=${encodeURIComponent(proof)}`, keyed(key));

  const create = (body: object, key?: string) =>
    server().call('POST', '/user/', { body, ...keyed(key) });

  const signUp = (phone = server().newPhone()) => server().signUp({ phone, proof: proofOf(phone) });

  test('without a proof a look-up says what to do, and nothing about players', async () => {
    const known = await signUp();
    for (const phone of [known.phone, server().newPhone()]) {
      const { status, body } = await server().lookUp(phone);
      expect(status).toBe(200);
      expect(body).toEqual({
        status: false,
        data: null,
        code: 'user/proof-needed',
        message: "Open the game through your network's link to sign in",
      });
    }
  });

  test('the operator’s proof signs a known player in', async () => {
    const player = await signUp();
    const { body } = await lookUp(stored(player.phone), proofOf(player.phone));
    expect(body).toMatchObject({ status: true, data: { id: String(player.id) } });
    player.token = String(body.meta?.token);
    expect((await player.get('/user/dailyplays')).status).toBe(200);
  });

  test('the proof of an unknown number brings one that creates its player', async () => {
    const phone = server().newPhone();
    const { body } = await lookUp(phone, proofOf(phone));
    expect(body).toMatchObject({ status: false, code: 'user/unknown', meta: { proof: /^n1\./ } });
  });

  test('an account is created with the operator’s proof, once', async () => {
    const phone = server().newPhone();
    const proof = proofOf(phone);
    const first = await create({ ...ADA, phone, proof }, newKey());
    expect(first.body).toMatchObject({ status: true, meta: { token: expect.any(String) } });
    const again = () => create({ ...ADA, phone, proof }, newKey());
    await expectRefused(server(), again, 403, 'user/proof-needed');
    const without = () => create({ ...ADA, phone: server().newPhone() });
    await expectRefused(server(), without, 403, 'user/proof-needed');
  });

  test('two creations with one proof create one account', async () => {
    const phone = server().newPhone();
    const proof = proofOf(phone);
    const twice = [newKey(), newKey(), newKey()].map((key) =>
      create({ ...ADA, phone, proof }, key),
    );
    const replies = await Promise.all(twice);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 403, 403]);
  });

  test('a proof is used once; the call that used it may come again for a minute', async () => {
    const { phone } = await signUp();
    const proof = proofOf(phone);
    const key = newKey();
    expect((await lookUp(phone, proof, key)).body.status).toBe(true);
    expect((await lookUp(phone, proof, newKey())).body.code).toBe('user/proof-needed');
    expect((await lookUp(phone, proof)).body.code).toBe('user/proof-needed');
    server().clock.at += MINUTE_MS - 1;
    expect((await lookUp(phone, proof, key)).body).toMatchObject({ status: true });
    server().clock.at += 1;
    expect((await lookUp(phone, proof, key)).body.code).toBe('user/proof-needed');
  });

  test('a proof without a key cannot be repeated', async () => {
    const { phone } = await signUp();
    const proof = proofOf(phone);
    expect((await lookUp(phone, proof)).body.status).toBe(true);
    expect((await lookUp(phone, proof)).body.code).toBe('user/proof-needed');
  });

  test('one proof at once in many calls lets one in', async () => {
    const { phone } = await signUp();
    const proof = proofOf(phone);
    const calls = [1, 2, 3, 4].map(() => lookUp(phone, proof, newKey()));
    const replies = await Promise.all(calls);
    expect(replies.filter(({ body }) => body.status)).toHaveLength(1);
  });

  test('a creation whose reply was dropped comes again with a session', async () => {
    const phone = server().newPhone();
    const fields = { ...ADA, phone, proof: proofOf(phone) };
    const key = newKey();
    const first = await create(fields, key);
    const repeat = await create(fields, key);
    expect(repeat.body).toMatchObject({ status: true, data: first.body.data ?? {} });
    expect(repeat.body.meta?.token).toHaveLength(43);
  });

  test.each([
    [
      'signed with another secret',
      (phone: string, at: number) => operatorProof(phone, at, { secret: 'x'.repeat(40) }),
    ],
    ['of another number', (_: string, at: number) => operatorProof('08039999955', at)],
    ['five minutes old', (phone: string, at: number) => operatorProof(phone, at - 5 * MINUTE_MS)],
    ['two minutes ahead', (phone: string, at: number) => operatorProof(phone, at + 2 * MINUTE_MS)],
    [
      'of a nonce that is too short',
      (phone: string, at: number) => operatorProof(phone, at, { nonce: 'short' }),
    ],
    ['cut', (phone: string, at: number) => operatorProof(phone, at).slice(0, -1)],
    ['longer by a sign', (phone: string, at: number) => `${operatorProof(phone, at)}=`],
    [
      'without a signature',
      (phone: string, at: number) => operatorProof(phone, at).replace(/\.[^.]*$/, '.'),
    ],
    [
      'of another version',
      (phone: string, at: number) => operatorProof(phone, at).replace('v1', 'v2'),
    ],
    ['empty', () => ''],
    ['a null byte', () => '\0'],
  ])('a proof that is %s is none', async (_what, make) => {
    const player = await signUp();
    const proof = make(player.phone, server().clock.at);
    expect((await lookUp(player.phone, proof)).body).toMatchObject({
      status: false,
      code: 'user/proof-needed',
    });
    const verify = `/payments/subscription/airtime/verify/${player.phone}`;
    const call = () => server().call('GET', `${verify}?proof=${encodeURIComponent(proof)}`);
    await expectRefused(server(), call, 403, 'user/proof-needed');
  });

  test('a proof just made is good at the edges of its time', async () => {
    const { phone } = await signUp();
    for (const age of [-MINUTE_MS, 5 * MINUTE_MS - 1000]) {
      const at = Math.floor(server().clock.at / 1000) * 1000 - age;
      expect((await lookUp(phone, operatorProof(phone, at))).body.status).toBe(true);
    }
  });

  test('a proof verifies and subscribes its number, and signs in with it', async () => {
    const player = await signUp();
    const verify = `/payments/subscription/airtime/verify/${player.phone}`;
    const verified = await server().call('GET', `${verify}?proof=${proofOf(player.phone)}`);
    expect(verified.body).toMatchObject({ status: true, data: { isActive: true } });
    expect(verified.body.meta?.token).toHaveLength(43);
    server().clock.at += 7 * DAY_MS;
    const ondemand = verify.replace('subscription/', 'subscription/ondemand/');
    const none = await server().call('GET', `${ondemand}?proof=${proofOf(player.phone)}`);
    expect(none.body).toMatchObject({ status: false, code: 'subscription/none' });
    const subscribe = `/payments/subscribe/airtime/${player.phone}`;
    const path = `${subscribe}?plan=daily&proof=${proofOf(player.phone)}`;
    const key = newKey();
    const subscribed = await server().call('GET', path, keyed(key));
    expect(subscribed.body).toMatchObject({ status: true, data: { pointBalance: 2000 } });
    const before = await server().services.db.selectFrom('ledger_movements').selectAll().execute();
    const repeat = await server().call('GET', path, keyed(key));
    expect(repeat.body).toMatchObject({ status: true, data: { pointBalance: 2000 } });
    const after = await server().services.db.selectFrom('ledger_movements').selectAll().execute();
    expect(after).toEqual(before);
  });

  test('a number without an account is verified to none, and gets the proof to create one', async () => {
    const phone = server().newPhone();
    const path = `/payments/subscription/airtime/verify/${phone}`;
    const { body } = await server().call('GET', `${path}?proof=${proofOf(phone)}`);
    expect(body).toMatchObject({
      status: false,
      code: 'user/unknown',
      meta: { proof: expect.any(String) },
    });
  });

  test('nothing is verified or subscribed without a token or a proof', async () => {
    const [player, other] = [await signUp(), await signUp()];
    const asked = server().operator.asked.length;
    for (const kind of [
      'subscription/airtime/verify',
      'subscription/ondemand/airtime/verify',
      'subscribe/airtime',
    ]) {
      for (const phone of [player.phone, server().newPhone()]) {
        const call = () => server().call('GET', `/payments/${kind}/${phone}`);
        await expectRefused(server(), call, 401, 'session/required');
      }
      const foreign = () => other.get(`/payments/${kind}/${player.phone}`);
      await expectRefused(server(), foreign, 403, 'user/not-yours');
      const repeated = () => other.get(`/payments/${kind}/${player.phone}?proof=a&proof=b`);
      await expectRefused(server(), repeated, 422, 'request/invalid');
      const long = () => other.get(`/payments/${kind}/${player.phone}?proof=${'a'.repeat(301)}`);
      await expectRefused(server(), long, 422, 'request/invalid');
    }
    expect(server().operator.asked).toHaveLength(asked);
  });

  test('on a shared phone the proof of one player counts, not the token of another', async () => {
    const [player, other] = [await signUp(), await signUp()];
    const path = `/user/${player.phone}?proof=${proofOf(player.phone)}`;
    const reply = await other.get(path);
    expect(reply.body).toMatchObject({ status: true, data: { id: String(player.id) } });
    expect(reply.body.meta?.token).not.toBe(other.token);
  });

  test('no code is asked for, and no inbox is there', async () => {
    const call = () => server().call('GET', '/inbox/08030000055', { api: '/sandbox' });
    await expectRefused(server(), call, 404, 'route/unknown');
    const answer = () => server().call('POST', '/user/challenge/abc', { body: { code: '123456' } });
    await expectRefused(server(), answer, 410, 'challenge/expired');
  });

  test('header enrichment stands in for an operator in the sandbox alone', async () => {
    const inSandbox = await server().app.inject('/he.php');
    expect(inSandbox.json()).toEqual({ msisdn: '2348030000014' });
  });
});

describe('where airtime is not offered', () => {
  // Airtime cannot be billed here, and the server can be reached from elsewhere.
  const server = testServer({
    env: {
      SIGN_IN_POLICY: 'otp',
      HOST: '0.0.0.0',
      SMS_URL: 'https://sms.example/send',
      SMS_TOKEN: 'a-token',
    },
  });

  test('without airtime on offer nothing is charged, looked up or given by it', async () => {
    const phone = '08030000055';
    const before = await server().snapshot();
    const key = { 'idempotency-key': newKey() };
    for (const [path, headers] of [
      [subscribe({ phone }), key],
      [subscribe({ phone }, 'daily'), key],
      [verify({ phone }), {}],
      [verify({ phone }, 'ondemand/'), {}],
    ] as const) {
      const reply = await server().call('GET', path, { headers });
      expect(reply).toMatchObject({ status: 404, body: { status: false, code: 'route/unknown' } });
    }
    expect(server().operator.asked).toEqual([]);
    expect(await server().snapshot()).toEqual(before);
  });

  test('nor does its stand-in exist', async () => {
    for (const [method, path] of [
      ['GET', '/subscriptions/2348030000055?plan=weekly'],
      ['POST', '/subscriptions'],
    ] as const) {
      const reply = await server().call(method, path, { api: '/sandbox/billing' });
      expect(reply).toMatchObject({ status: 404, body: { code: 'route/unknown' } });
    }
  });
});
