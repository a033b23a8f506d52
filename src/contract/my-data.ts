import * as v from 'valibot';
import type { Endpoint } from './endpoint.ts';
import { envelopeOf, noWith, optionalText, timestampSchema } from './envelope.ts';
import { FRESH_PROOF_CODES } from './error-codes.ts';
import { rowsOf } from './rows.ts';
import { codeAnswerSchema, noMetaSchema } from './user.ts';

/** The word that players type to delete their account. */
export const DELETE_WORD = 'DELETE';

/**
 * The reply to `GET /user/data`: everything stored about the player, for the player to read.
 * Clients rely on none of its fields.
 */
const ownDataReplySchema = envelopeOf(v.record(v.string(), v.unknown()));

/** The reply to `GET /user/sessions`: the valid sign-ins, newest first. */
export const signInsReplySchema = envelopeOf(
  rowsOf(
    v.object({
      signedInAt: timestampSchema,
      isCurrent: v.boolean(),
      /** The browser and the device, such as 'Chrome on Android'; `null` if unknown. */
      device: optionalText,
    }),
  ),
);

/** The reply to `DELETE /user/sessions`: how many other sign-ins were ended. */
const endedReplySchema = envelopeOf(
  v.object({ ended: v.pipe(v.number(), v.integer(), v.minValue(0)) }),
);

/** The body of `DELETE /user`, which needs a fresh proof. */
const deletionSchema = v.object({
  ...codeAnswerSchema.entries,
  word: v.literal(DELETE_WORD, `must be ${DELETE_WORD}`),
});

const deletedReplySchema = v.variant('status', [
  envelopeOf(v.null()).options[0],
  noWith(noMetaSchema),
]);

/** Everything stored about the player, to be saved as a file. */
export const getOwnData = {
  method: 'GET',
  path: '/user/data',
  who: 'player',
  effect: 'safe',
  reply: ownDataReplySchema,
  codes: ['rate/limited'],
} as const satisfies Endpoint;

/** The player's valid sign-ins. */
export const getSignIns = {
  method: 'GET',
  path: '/user/sessions',
  who: 'player',
  effect: 'safe',
  reply: signInsReplySchema,
} as const satisfies Endpoint;

/** Ends all sign-ins of the player except the one that makes the call. */
export const deleteSignIns = {
  method: 'DELETE',
  path: '/user/sessions',
  who: 'player',
  effect: 'idempotent',
  reply: endedReplySchema,
} as const satisfies Endpoint;

/**
 * Deletes the account that the token belongs to, after a fresh proof if the policy asks for one.
 * The token becomes invalid too, but a repeat of the call with the same idempotency key still gets
 * its reply.
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
