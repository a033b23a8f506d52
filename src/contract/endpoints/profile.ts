import type { Endpoint } from '../endpoint.ts';
import { playerReportReplySchema, playerReportSchema, profileSchema } from '../profile.ts';
import { userReplySchema } from '../user.ts';

/** Keeps what the player says of themselves, and their picture. */
export const putUser = {
  method: 'PUT',
  path: '/user',
  who: 'player',
  effect: 'keyed',
  bodyAs: 'form',
  body: profileSchema,
  reply: userReplySchema,
  codes: [
    'dob/invalid',
    'email/invalid',
    'name/invalid',
    'name/locked',
    'picture/invalid',
    'picture/locked',
    'picture/too-large',
    'profile/fixed',
    'rate/limited',
  ],
} as const satisfies Endpoint;

/** Tells the operator that another player's picture or name is not fit to be shown. */
export const postPlayerReport = {
  method: 'POST',
  path: '/players/:id/report',
  who: 'player',
  effect: 'idempotent',
  body: playerReportSchema,
  reply: playerReportReplySchema,
  codes: ['player/unknown', 'rate/limited'],
} as const satisfies Endpoint;
