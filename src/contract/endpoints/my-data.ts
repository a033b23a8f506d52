import type { Endpoint } from '../endpoint.ts';
import {
  deletedReplySchema,
  deletionSchema,
  endedReplySchema,
  ownDataReplySchema,
  signInsReplySchema,
} from '../my-data.ts';

/** All that is kept about the player, to be saved as a file. */
export const getOwnData = {
  method: 'GET',
  path: '/user/data',
  who: 'player',
  effect: 'safe',
  reply: ownDataReplySchema,
  codes: ['rate/limited'],
} as const satisfies Endpoint;

/** The player's sign-ins that last. */
export const getSignIns = {
  method: 'GET',
  path: '/user/sessions',
  who: 'player',
  effect: 'safe',
  reply: signInsReplySchema,
} as const satisfies Endpoint;

/** Ends all sign-ins of the player but the one that asks. */
export const deleteSignIns = {
  method: 'DELETE',
  path: '/user/sessions',
  who: 'player',
  effect: 'idempotent',
  reply: endedReplySchema,
} as const satisfies Endpoint;

/**
 * Deletes the account of the token that comes with it, a fresh sign-in's where the policy asks for
 * proofs. The token ends with it: the same call with its key still gets its reply.
 */
export const deleteUser = {
  method: 'DELETE',
  path: '/user',
  who: 'anyone',
  effect: 'keyed',
  body: deletionSchema,
  reply: deletedReplySchema,
  codes: ['billing/unavailable', 'session/not-fresh', 'session/required'],
} as const satisfies Endpoint;
