import type { Endpoint } from '../endpoint.ts';
import { payoutsReplySchema, payoutsSeenReplySchema, payoutsSeenSchema } from '../payouts.ts';

/** The player's prizes, whether a proof round is due, and what was made good of withdrawn questions. */
export const getPayouts = {
  method: 'GET',
  path: '/payouts',
  who: 'player',
  effect: 'safe',
  reply: payoutsReplySchema,
} as const satisfies Endpoint;

/** Notes the prizes that the player has been greeted with. */
export const putPayoutsSeen = {
  method: 'PUT',
  path: '/payouts/seen',
  who: 'player',
  effect: 'idempotent',
  body: payoutsSeenSchema,
  reply: payoutsSeenReplySchema,
} as const satisfies Endpoint;
