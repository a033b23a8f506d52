import { expect, test } from 'vitest';
import { codesOf, type Endpoint, pathOf } from '../../../src/contract/endpoint.ts';
import { getQuestions } from '../../../src/contract/endpoints/rounds.ts';
import { getUser, postUser } from '../../../src/contract/endpoints/users.ts';
import { failureSchema } from '../../../src/contract/envelope.ts';
import { getConfig } from '../../../src/contract/misc.ts';
import { putUser } from '../../../src/contract/profile.ts';

test('a path holds what it was given and nothing of it is read as a path', () => {
  expect(pathOf(getUser, { phone: '2348030000000' })).toBe('/user/2348030000000');
  expect(pathOf(getUser, { phone: '1/../2?a=b#c' })).toBe('/user/1%2F..%2F2%3Fa%3Db%23c');
});

test('a path without parameters stays as it is, its last slash too', () => {
  expect(pathOf(postUser, {})).toBe('/user/');
});

test('several parameters each come to their place', () => {
  const endpoint = {
    method: 'GET',
    path: '/raffle/:draw/tickets/:ticket',
    who: 'anyone',
    effect: 'safe',
    reply: failureSchema,
  } as const satisfies Endpoint;
  expect(pathOf(endpoint, { draw: 'may', ticket: '7' })).toBe('/raffle/may/tickets/7');
  // @ts-expect-error: a parameter is missing
  expect(pathOf(endpoint, { draw: 'may' })).toBe('/raffle/may/tickets/');
});

test('a call has the codes that come with who may make it and what it changes', () => {
  expect(codesOf(getQuestions)).toEqual([
    'category/unknown',
    'idempotency/bad-key',
    'idempotency/mismatch',
    'idempotency/running',
    'plays/cap-reached',
    'rate/limited',
    'request/invalid',
    'round/no-play',
    'round/too-many',
    'server/error',
    'server/unavailable',
    'session/required',
    'subscription/inactive',
    'wallet/insufficient-coins',
  ]);
  expect(codesOf(postUser)).toContain('request/not-json');
  expect(codesOf(putUser)).not.toContain('request/not-json');
  expect(codesOf(putUser)).toContain('request/too-large');
  expect(codesOf(getConfig)).not.toContain('session/required');
});
