import { expect, test } from 'vitest';
import { newKey, testServer } from '../../support/server.ts';
import { subscribe, verify } from './subscription-calls.ts';

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
