import type { Endpoint } from '../endpoint.ts';
import { challengeAnswerSchema, logoutReplySchema, lookUpReplySchema } from '../user.ts';

/** Answers a challenge with the code that was sent, and signs in the player of its number. */
export const postChallenge = {
  method: 'POST',
  path: '/user/challenge/:id',
  who: 'anyone',
  effect: 'keyed',
  body: challengeAnswerSchema,
  reply: lookUpReplySchema,
  codes: [
    'challenge/expired',
    'challenge/too-many-tries',
    'challenge/wrong-code',
    'rate/limited',
    'session/required',
    'user/unknown',
  ],
} as const satisfies Endpoint;

/** Ends the session of the token. Without a token nothing happens. */
export const postLogout = {
  method: 'POST',
  path: '/user/logout',
  who: 'anyone',
  effect: 'idempotent',
  reply: logoutReplySchema,
} as const satisfies Endpoint;
