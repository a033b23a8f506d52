import { expect, test } from 'vitest';
import { describeError, logOptions } from '../../../server/http/new-app.ts';
import { Refusal } from '../../../server/http/serve.ts';
import { ProviderError } from '../../../server/providers/provider-http.ts';
import { loggedApp } from './logged-app.ts';

test('an error is logged without the values that a database puts into it', () => {
  const error = Object.assign(new Error('duplicate key'), {
    code: '23505',
    constraint: 'players_phone_key',
    detail: 'Key (phone)=(2348030000014) already exists.',
    params: ['2348030000014'],
  });
  const logged = describeError(error);
  expect(logged).toMatchObject({ message: 'duplicate key', constraint: 'players_phone_key' });
  expect(JSON.stringify(logged)).not.toContain('2348030000014');
});

test('a request is logged by its route, not by its address', () => {
  const { req } = logOptions('info').logger.serializers;
  const request = {
    method: 'GET',
    url: '/api/v2/user/2348030000014',
    routeOptions: { url: '/api/v2/user/:phone' },
  } as Parameters<typeof req>[0];
  expect(req(request)).toEqual({ method: 'GET', route: '/api/v2/user/:phone' });
});

test('long numbers and emails in a message, a stack or a cause are not logged', () => {
  const cause = new Error('fetch failed', { cause: new Error('no /subscriptions/2348030000014') });
  const logged = describeError(
    new Error('08030000014 a.b@mail.example.ng at 127.0.0.1:54321', { cause }),
  );
  expect(describeError(new Error('٠٨٠٣٠٠٠٠٠١٤ is odd')).message).toBe('(number) is odd');
  expect(logged.message).toBe('(number) (email) at 127.0.0.1:54321');
  expect(logged.cause).toBe('fetch failed: no /subscriptions/(number)');
  expect(JSON.stringify(logged)).not.toMatch(/8030000014|a\.b@/);
});

test('a provider that fails leaves its cause in the log, a plain refusal leaves nothing', async () => {
  const { app, lines } = loggedApp();
  app.get('/pay/:phone', async () => {
    const cause = new Error('operator billing answered 503 for 2348030000014');
    throw new ProviderError('billing/unavailable', 'The operator did not answer.', cause);
  });
  app.get('/no', async () => {
    throw new Refusal(409, 'user/exists', 'No');
  });
  expect((await app.inject('/no')).statusCode).toBe(409);
  expect(lines).toEqual([]);
  const response = await app.inject('/pay/2348030000014');
  expect(response.statusCode).toBe(502);
  expect(response.body).not.toContain('503');
  expect(lines).toHaveLength(1);
  const [line = ''] = lines;
  expect(JSON.parse(line)).toMatchObject({
    route: '/pay/:phone',
    err: { code: 'billing/unavailable', cause: 'operator billing answered 503 for (number)' },
  });
  expect(line).not.toContain('2348030000014');
});
