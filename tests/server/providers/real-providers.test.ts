import { expect, test } from 'vitest';
import { expectRefused, testServer } from '../../support/server.ts';

const server = testServer({
  env: {
    SIGN_IN_POLICY: 'otp',
    BILLING_URL: 'https://operator.example/billing',
    SMS_URL: 'https://sms.example/send',
    SMS_TOKEN: 'a-token',
    SANDBOX_MSISDN: '2348030000014',
  },
});

test('beside real providers nothing of the sandbox is there', async () => {
  const calls = [
    () => server().call('GET', '/inbox/08030000055', { api: '/sandbox' }),
    () => server().call('POST', '/sms', { api: '/sandbox', body: {} }),
    () =>
      server().call('GET', '/subscriptions/2348030000055?plan=weekly', { api: '/sandbox/billing' }),
  ];
  for (const call of calls) await expectRefused(server(), call, 404, 'route/unknown');
  expect((await server().app.inject('/he.php')).json()).toEqual({ msisdn: null });
});

test('a code goes to the provider that is configured, and into no reply', async () => {
  const sent: { url: string; authorization: string | undefined; text: string }[] = [];
  server().operator.fetch = async (url, { headers, body }) => {
    sent.push({ url, authorization: headers?.Authorization, text: JSON.parse(body ?? '').text });
    return new Response('');
  };
  const reply = await server().lookUp('08030000055');
  expect(reply.body.code).toBe('user/challenge');
  expect(sent).toMatchObject([
    { url: 'https://sms.example/send', authorization: 'Bearer a-token' },
  ]);
  const code = /^\d{6}/.exec(sent[0]?.text ?? '')?.[0] ?? 'none';
  expect(JSON.stringify(reply.body)).not.toContain(code);
});
