import type { Endpoint } from '../endpoint.ts';
import { lookUpQuerySchema, lookUpReplySchema, newUserSchema, userReplySchema } from '../user.ts';

/**
 * Looks up a player by phone number and signs them in. The sign-in policy decides what this needs:
 * a proof of the number, the number alone, or a code that is sent to it.
 */
export const getUser = {
  method: 'GET',
  path: '/user/:phone',
  who: 'anyone',
  effect: 'idempotent',
  query: lookUpQuerySchema,
  reply: lookUpReplySchema,
  codes: [
    'idempotency/bad-key',
    'phone/invalid',
    'rate/limited',
    'session/required',
    'sms/failed',
    'user/challenge',
    'user/proof-needed',
    'user/unknown',
  ],
} as const satisfies Endpoint;

/** Creates a player and signs them in. */
export const postUser = {
  method: 'POST',
  path: '/user/',
  who: 'anyone',
  effect: 'keyed',
  body: newUserSchema,
  reply: userReplySchema,
  codes: [
    'email/invalid',
    'phone/invalid',
    'session/required',
    'user/exists',
    'user/proof-needed',
    'username/invalid',
  ],
} as const satisfies Endpoint;
