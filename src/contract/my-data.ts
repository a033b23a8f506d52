import * as v from 'valibot';
import { envelopeOf, noWith, optionalText, timestampSchema } from './envelope.ts';
import { rowsOf } from './rows.ts';
import { codeAnswerSchema, noMetaSchema } from './user.ts';

/** The word that whoever deletes their account types. */
export const DELETE_WORD = 'DELETE';

/** `GET /user/data`: all that is kept about the player, for them to read: no field is relied on. */
export const ownDataReplySchema = envelopeOf(v.record(v.string(), v.unknown()));

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
export const endedReplySchema = envelopeOf(
  v.object({ ended: v.pipe(v.number(), v.integer(), v.minValue(0)) }),
);

/** `DELETE /user`; it needs a fresh proof. */
export const deletionSchema = v.object({
  ...codeAnswerSchema.entries,
  word: v.literal(DELETE_WORD, `must be ${DELETE_WORD}`),
});

export const deletedReplySchema = v.variant('status', [
  envelopeOf(v.null()).options[0],
  noWith(noMetaSchema),
]);
