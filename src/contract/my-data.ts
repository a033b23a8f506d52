import * as v from 'valibot';
import type { Endpoint } from './endpoint.ts';
import { envelopeOf, noWith, optionalText, timestampSchema } from './envelope.ts';
import { FRESH_PROOF_CODES } from './error-codes.ts';
import { rowsOf } from './rows.ts';
import { codeAnswerSchema, noMetaSchema } from './user.ts';

/** The word that whoever deletes their account types. */
export const DELETE_WORD = 'DELETE';

/** `GET /user/data`: all that is kept about the player, for them to read: no field is relied on. */
const ownDataReplySchema = envelopeOf(v.record(v.string(), v.unknown()));

/** `GET /user/sessions`: the sign-ins that last, the newest first. */
export const signInsReplySchema = envelopeOf(
  rowsOf(
    v.object({
      signedInAt: timestampSchema,
      isCurrent: v.boolean(),
      /** As 'Chrome on Android'; `null` where it is not known. */
      device: optionalText,
    }),
  ),
);

/** `DELETE /user/sessions`: how many other sign-ins were ended. */
const endedReplySchema = envelopeOf(
  v.object({ ended: v.pipe(v.number(), v.integer(), v.minValue(0)) }),
);

/** `DELETE /user`; it needs a fresh proof. */
const deletionSchema = v.object({
  ...codeAnswerSchema.entries,
  word: v.literal(DELETE_WORD, `must be ${DELETE_WORD}`),
});

const deletedReplySchema = v.variant('status', [
  envelopeOf(v.null()).options[0],
  noWith(noMetaSchema),
]);

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
