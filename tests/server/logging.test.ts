import { expect, test } from 'vitest';
import { describeError, logOptions } from '../../server/logging.ts';

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
