import type { Endpoint } from '../endpoint.ts';
import { FRESH_PROOF_CODES } from '../error-codes.ts';
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
 * Deletes the account of the token that comes with it, after a fresh proof where the policy asks for
 * one. The token ends with it: the same call with its key still gets its reply.
 */
export const deleteUser = {
  method: 'DELETE',
  path: '/user',
  who: 'anyone',
  effect: 'keyed',
  body: deletionSchema,
  reply: deletedReplySchema,
  codes: [...FRESH_PROOF_CODES, 'billing/unavailable', 'payout/on-its-way', 'session/required'],
} as const satisfies Endpoint;
