import * as v from 'valibot';

/** An id, which is a string. Numbers from an operator's API are accepted and become strings. */
export const idSchema = v.pipe(
  v.union([v.string(), v.pipe(v.number(), v.integer())]),
  v.transform(String),
  v.nonEmpty(),
  v.maxLength(100),
);

/** A text that may be missing or null in a call, and is `null` in the app. */
export const optionalText = v.optional(v.nullable(v.string()), null);

/** An instant as ISO 8601 in UTC. */
export const timestampSchema = v.pipe(v.string(), v.isoTimestamp());

/** The part of a reply next to `data` (api.md#envelope). `token` is a session token. */
export const metaSchema = v.object({ token: v.optional(v.nullable(v.string())) });

/** A 'no': a refusal that a flow expects. */
export const noSchema = v.object({
  status: v.literal(false),
  message: v.optional(v.nullable(v.string())),
  code: v.optional(v.nullable(v.string())),
});

/**
 * The envelope of every reply. `dataSchema` parses its `data`, which is null in a 'no'
 * (api.md#envelope).
 */
/* @__NO_SIDE_EFFECTS__ */
export function envelopeOf<
  Data extends v.GenericSchema,
  Meta extends v.GenericSchema = typeof metaSchema,
>(dataSchema: Data, widerMeta?: Meta) {
  const meta = (widerMeta ?? metaSchema) as Meta;
  return v.variant('status', [
    v.object({
      status: v.literal(true),
      data: dataSchema,
      meta: v.optional(v.nullable(meta)),
      message: v.optional(v.nullable(v.string())),
    }),
    noSchema,
  ]);
}

/** A 'no' whose `meta` tells the client what to do next. */
/* @__NO_SIDE_EFFECTS__ */
export function noWith<Meta extends v.GenericSchema>(meta: Meta) {
  return v.object({ ...noSchema.entries, meta: v.optional(v.nullable(meta)) });
}

/**
 * The body of a failed call: a reply with an HTTP status of 400 or more, or an expected 'no'
 * (api.md#envelope).
 */
export const failureSchema = v.object({
  status: v.optional(v.boolean(), false),
  message: v.optional(v.nullable(v.string())),
  data: v.optional(v.unknown()),
  code: v.optional(v.nullable(v.string())),
});

/** The header that makes a changing call count once (api.md#idempotency). */
export const IDEMPOTENCY_HEADER = 'Idempotency-Key';

/**
 * The `Authorization` scheme of a call that delivers a round with the round's own secret
 * (api.md#rounds-own-credential).
 */
export const ROUND_CREDENTIAL = 'Round';
