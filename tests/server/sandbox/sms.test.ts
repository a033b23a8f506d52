import { expect, test } from 'vitest';
import { expectRefused, testServer } from '../../support/server.ts';
import { inboxOf } from '../../support/sign-in.ts';

const SMS = { to: '2348030000055', text: '123456 is your code' };
const server = testServer({ env: { SIGN_IN_POLICY: 'otp' } });
const strict = testServer({ env: { SIGN_IN_POLICY: 'otp', SMS_TOKEN: 'a-token-of-ours' } });

const send = (to: typeof server, authorization: string | null, body: object = SMS) =>
  to().call('POST', '/sms', {
    api: '/sandbox',
    body,
    headers: authorization === null ? {} : { authorization },
  });

test.each([
  ['none', null],
  ['another', 'Bearer another'],
  ['an empty one', 'Bearer '],
  ['another scheme', 'Basic sandbox'],
])('the sandbox takes no text with a token that is %s', async (_what, authorization) => {
  for (const body of [SMS, {}]) {
    const call = () => send(server, authorization, body);
    await expectRefused(server(), call, 401, 'sandbox/unknown-sender');
  }
  expect(await inboxOf(server(), '08030000055')).toEqual([]);
});

test('the sandbox asks for the token that the server is configured with', async () => {
  const call = () => send(strict, 'Bearer sandbox');
  await expectRefused(strict(), call, 401, 'sandbox/unknown-sender');
  expect((await send(strict, 'Bearer a-token-of-ours')).status).toBe(200);
  expect(await inboxOf(strict(), '08030000055')).toMatchObject([{ code: '123456' }]);
  expect((await strict().lookUp('08030000077')).body.code).toBe('user/challenge');
});

test('the inbox of the sandbox knows numbers alone', async () => {
  const inbox = (phone: string) => server().call('GET', `/inbox/${phone}`, { api: '/sandbox' });
  expect((await inbox('08030000099')).body.data).toEqual([]);
  await expectRefused(server(), () => inbox('ada'), 422, 'phone/invalid');
  const noNumber = () => send(server, 'Bearer sandbox', { to: '1', text: 'a' });
  await expectRefused(server(), noNumber, 422, 'request/invalid');
});
