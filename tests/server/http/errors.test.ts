import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import { readBodies } from '../../../server/http/bodies.ts';
import { SANDBOX_SMS_TOKEN } from '../../../server/providers/open-providers.ts';
import { newKey, testServer } from '../../support/server.ts';
import { signUpByCode } from '../../support/sign-in.ts';
import { loggedApp } from './logged-app.ts';

const server = testServer({ env: { SIGN_IN_POLICY: 'otp' } });

test('a body that is cut off in the middle is no failure of ours', async () => {
  const { app, lines } = loggedApp();
  readBodies(app as never);
  app.post('/points', async () => 'here');
  const answered = new Promise<number>((resolve) => {
    app.addHook('onSend', async (_request, reply) => resolve(reply.statusCode));
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const line = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  await once(line, 'connect');
  const head = 'POST /points HTTP/1.1\r\nHost: a\r\nContent-Type: application/json';
  line.write(`${head}\r\nContent-Length: 5000\r\n\r\n{"cut`);
  await once(app.server, 'request');
  line.destroy();
  expect(await answered).toBe(400);
  expect(lines).toEqual([]);
  await app.close();
});

test('a text with a NUL in it, which no database keeps, is refused', async () => {
  const texted = await server().app.inject({
    method: 'POST',
    url: '/sandbox/sms',
    headers: { authorization: `Bearer ${SANDBOX_SMS_TOKEN}` },
    payload: { to: '2348030000014', text: 'a\0b' },
  });
  expect(texted.statusCode).toBe(400);
  expect(texted.json()).toMatchObject({ status: false, code: 'request/invalid' });
});

test('an address with a part that is too long is refused as every call that cannot be read', async () => {
  const { body, status } = await server().call('GET', `/raffle/draws/${'2'.repeat(300)}`);
  expect(status).toBe(400);
  expect(body).toMatchObject({ status: false, data: null, code: 'request/invalid' });
});

test('a body of a call that takes none is left unread, however deep it is', async () => {
  const { token } = await signUpByCode(server());
  const response = await server().app.inject({
    method: 'POST',
    url: '/api/v2/proof-round',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': newKey(),
    },
    payload: `${'['.repeat(5000)}${']'.repeat(5000)}`,
  });
  expect(response.json()).toMatchObject({ status: false, code: 'proof/not-asked' });
});
