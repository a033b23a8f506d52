// @module-tag once
import { expect, onTestFinished, test } from 'vitest';
import type { Reply } from '../../../scripts/lib/player/call.ts';
import { answersTo, submissionOf } from '../../../scripts/lib/player/player.ts';
import { type IdempotentCall, once } from '../../../server/http/idempotency.ts';
import { processMetrics } from '../../../server/http/metrics.ts';
import { expectRefused, newKey, testServer } from '../../support/server.ts';
import { OPERATOR_SECRET, operatorProof } from '../../support/sign-in.ts';
import { TEST_DATABASE_URL } from '../../support/test-database.ts';

const server = testServer();

test('a key with another body is a mismatch, and changes nothing', async () => {
  const player = await server().subscriber();
  const round = await player.openRound();
  const key = newKey();
  await player.deliver(round, answersTo(round), { key });
  const other = () => player.deliver(round, answersTo(round, 3), { key });
  const refused = await expectRefused(server(), other, 422, 'idempotency/mismatch');
  expect(refused.body.message).toBe('This key was used for another call');
});

test.each([
  ['another spelling of its path', '/user/reduce%2Dplay'],
  ['a query', '/user/reduce-play?plan='],
  ['another query', '/user/reduce-play?play=new'],
])('a key with %s is a mismatch, and takes no second play', async (_what, path) => {
  const player = await server().subscriber();
  const key = newKey();
  await player.get('/user/reduce-play', { key });
  await expectRefused(server(), () => player.get(path, { key }), 422, 'idempotency/mismatch');
});

test('a key of a round with another query or spelling is a mismatch, and opens none', async () => {
  const player = await server().subscriber();
  await player.get('/user/reduce-play', { key: newKey() });
  const key = newKey();
  const first = await player.get('/questions/la-liga?difficulty=easy&size=10&page=1', { key });
  expect(first.status).toBe(200);
  for (const path of [
    '/questions/la-liga?difficulty=hard&size=10&page=1',
    '/questions/la%2Dliga?difficulty=easy&size=10&page=1',
  ]) {
    await expectRefused(server(), () => player.get(path, { key }), 422, 'idempotency/mismatch');
  }
});

test('a key of a charge with another plan is a mismatch, and charges nothing', async () => {
  const player = await server().signUp();
  const path = `/payments/subscribe/airtime/${player.phone}`;
  const key = newKey();
  await player.get(`${path}?plan=daily`, { key });
  const other = () => player.get(`${path}?plan=weekly`, { key });
  await expectRefused(server(), other, 422, 'idempotency/mismatch');
});

test('a key belongs to one player, one method and one path', async () => {
  const key = newKey();
  const [one, two] = [await server().subscriber(), await server().subscriber()];
  await one.get('/user/reduce-play', { key });
  await two.get('/user/reduce-play', { key });
  for (const player of [one, two]) {
    expect((await player.get('/user/dailyplays')).body.data).toMatchObject({ count: 1 });
  }
  expect((await one.askQuestions('easy', 'la-liga', key)).status).toBe(200);
  await one.get('/user/reduce-play', { key: newKey() });
  expect((await one.askQuestions('easy', 'serie-a', key)).status).toBe(200);
  const { rounds } = (await server().snapshot()) as { rounds: number };
  expect(rounds).toBeGreaterThanOrEqual(2);
});

test.each([
  ['text', 'again'],
  ['an empty key', ''],
  ['a UUID with a tail', '3f0a7f0e-7a53-4e0b-9a3d-0f3f3f3f3f3f0'],
  ['a UUID with a head', 'x3f0a7f0e-7a53-4e0b-9a3d-0f3f3f3f3f3f'],
  ['two keys', '3f0a7f0e-7a53-4e0b-9a3d-0f3f3f3f3f3f, 3f0a7f0e-7a53-4e0b-9a3d-0f3f3f3f3f30'],
])('%s is no key, in any changing call', async (_what, key) => {
  const player = await server().subscriber();
  const round = await player.openRound();
  const calls = [
    () => player.get('/user/reduce-play', { key }),
    () => player.askQuestions('easy', 'la-liga', key),
    () => player.put('/categories/play/la-liga', { key }),
    () => player.post('/points', submissionOf(round, answersTo(round)), { key }),
    () => player.get(`/payments/subscribe/airtime/${player.phone}`, { key }),
    () =>
      server().call('POST', '/user/', {
        body: { name: 'a', email: 'a@b.ng', phone: server().newPhone(), platform: 'rave' },
        headers: { 'idempotency-key': key },
      }),
  ];
  for (const call of calls) {
    const { body } = await expectRefused(server(), call, 422, 'idempotency/bad-key');
    expect(body.message).toBe('Idempotency-Key must be a UUID');
  }
});

test('with an empty query it is the same call: its repeat changes nothing', async () => {
  const player = await server().subscriber();
  const key = newKey();
  await player.get('/user/reduce-play', { key });
  const before = await server().snapshot();
  expect((await player.get('/user/reduce-play?', { key })).status).toBe(200);
  expect(await server().snapshot()).toEqual(before);
});

test('without the last slash of its path it is the same call: one account is made', async () => {
  const body = { name: 'a', email: 'a@b.ng', phone: server().newPhone(), platform: 'rave' };
  const headers = { 'idempotency-key': newKey() };
  const ids: unknown[] = [];
  for (const path of ['/user/', '/user']) {
    const { status, body: reply } = await server().call('POST', path, { body, headers });
    expect(status).toBe(200);
    ids.push((reply.data as { id: number }).id);
  }
  expect(ids[1]).toBe(ids[0]);
});

test('a key in capital letters is the same key', async () => {
  const player = await server().subscriber();
  const key = newKey();
  await player.get('/user/reduce-play', { key });
  await player.askQuestions();
  const before = await server().snapshot();
  await player.get('/user/reduce-play', { key: key.toUpperCase() });
  expect(await server().snapshot()).toEqual(before);
});

test('a refusal is not kept: the same call works once its reason is gone', async () => {
  const player = await server().signUp();
  const key = newKey();
  const refused = () => player.get('/user/reduce-play', { key });
  await expectRefused(server(), refused, 409, 'subscription/inactive');
  await player.subscribe();
  expect((await refused()).status).toBe(200);
});

test('no kept reply holds a token or a secret', async () => {
  const player = await server().subscriber();
  const round = await player.openRound();
  await player.deliver(round, answersTo(round));
  const records = await server().db.selectFrom('idempotency_records').selectAll().execute();
  const text = JSON.stringify(records);
  expect(records.length).toBeGreaterThan(2);
  for (const secret of [player.token, round.round.secret]) {
    expect(text).not.toContain(secret);
  }
});

const OPERATOR = { SIGN_IN_POLICY: 'operator', OPERATOR_PROOF_SECRET: OPERATOR_SECRET };
const signed = testServer({ env: OPERATOR });

test('a call may be repeated with its player’s token, or with a newer proof', async () => {
  const phone = signed().newPhone();
  const proof = () => operatorProof(phone, signed().clock.at);
  const fields = { name: 'ada', email: 'ada@example.com', phone, platform: 'network' };
  const created: Reply[] = [];
  const headers = { 'idempotency-key': newKey() };
  for (const _again of [1, 2]) {
    const body = { ...fields, proof: proof() };
    created.push(await signed().call('POST', '/user/', { body, headers }));
  }
  expect(created.map(({ status }) => status)).toEqual([200, 200]);
  expect(created[1]?.body.data).toEqual(created[0]?.body.data);

  const path = `/payments/subscribe/airtime/${phone}`;
  const subscribe = (query: string, more = {}) =>
    signed().call('GET', path + query, { headers: { ...headers, ...more } });
  const first = await subscribe(`?plan=daily&proof=${proof()}`);
  expect(first.body).toMatchObject({ status: true, data: { pointBalance: 1000 } });
  const asked = signed().operator.asked.length;
  const authorization = `Bearer ${created[0]?.body.meta?.token}`;
  for (const repeat of [
    await subscribe(`?plan=daily&proof=${proof()}`),
    await subscribe(`?proof=${proof()}&plan=daily`),
    await subscribe('?plan=daily', { authorization }),
  ]) {
    expect(repeat).toMatchObject({ status: 200, body: { status: true, data: first.body.data } });
  }
  expect(signed().operator.asked).toHaveLength(asked);
  const other = { ...fields, name: 'bee', proof: proof() };
  const call = () => signed().call('POST', '/user/', { body: other, headers });
  await expectRefused(signed(), call, 422, 'idempotency/mismatch');
});

const call: IdempotentCall = { key: newKey(), route: '/', scope: 'a scope', requestHash: 'a hash' };

test('work that fails leaves no record, and the next call does it', async () => {
  const failing = once(server().services, call, async () => {
    throw new Error('the power went');
  });
  await expect(failing).rejects.toThrow('the power went');
  expect(await once(server().services, call, async () => ({ done: 1 }))).toEqual({ done: 1 });
  expect(await once(server().services, call, async () => ({ done: 2 }))).toEqual({ done: 1 });
});

test('a call without a key is done each time, and counted with none', async () => {
  const bare = { ...call, key: null, route: '/bare' };
  expect(await once(server().services, bare, async () => ({ done: 1 }))).toEqual({ done: 1 });
  expect(await once(server().services, bare, async () => ({ done: 2 }))).toEqual({ done: 2 });
  const counted = await processMetrics.getSingleMetricAsString('fom_keyed_calls_total');
  expect(counted).not.toContain('/bare');
});

// The embedded database has one connection: there the second call waits and finds the record.
test.runIf(TEST_DATABASE_URL !== '')(
  'a repeat during the first sending is refused with a reason',
  async () => {
    const running: IdempotentCall = {
      key: newKey(),
      route: '/',
      scope: 'a scope',
      requestHash: 'a hash',
    };
    const begun = Promise.withResolvers<void>();
    const finished = Promise.withResolvers<void>();
    // A test that fails midway must leave no open transaction, because its server's end would wait
    // for it.
    onTestFinished(() => finished.resolve());
    const first = once(server().services, running, async () => {
      begun.resolve();
      await finished.promise;
      return { done: 1 };
    });
    await Promise.race([begun.promise, first]);
    const other = { ...running, key: newKey() };
    expect(await once(server().services, other, async () => ({ done: 3 }))).toEqual({ done: 3 });
    const told = () => processMetrics.getSingleMetricAsString('fom_keyed_calls_total');
    expect(await told()).not.toContain('route="/",what="running"');
    const second = once(server().services, running, async () => ({ done: 2 }));
    await expect(second).rejects.toMatchObject({
      statusCode: 409,
      code: 'idempotency/running',
      message: 'This is being done already',
      headers: { 'Retry-After': '1' },
    });
    expect(await told()).toContain('route="/",what="running"} 1');
    finished.resolve();
    expect(await first).toEqual({ done: 1 });
    expect(await once(server().services, running, async () => ({ done: 3 }))).toEqual({ done: 1 });
  },
);
