import * as v from 'valibot';

/** An id: a string; numbers from an operator's API are accepted too. */
export const idSchema = v.pipe(
  v.union([v.string(), v.pipe(v.number(), v.integer())]),
  v.transform(String),
  v.nonEmpty(),
  v.maxLength(100),
);

/** Text that may be missing or null on the wire, and is `null` in the app. */
export const optionalText = v.optional(v.nullable(v.string()), null);

/** An instant as ISO 8601 in UTC. */
export const timestampSchema = v.pipe(v.string(), v.isoTimestamp());

/** The part of a reply next to `data` (api.md#envelope). `token` is a session token. */
export const metaSchema = v.object({ token: v.optional(v.nullable(v.string())) });

/** A 'no' that a flow expects. */
export const noSchema = v.object({
  status: v.literal(false),
  message: v.optional(v.nullable(v.string())),
  code: v.optional(v.nullable(v.string())),
});

/** Every reply's envelope: `data` as `dataSchema` reads it, null in a 'no' (api.md#envelope). */
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

/** The 'no' of a call whose `meta` tells the client how to go on. */
/* @__NO_SIDE_EFFECTS__ */
export function noWith<Meta extends v.GenericSchema>(meta: Meta) {
  return v.object({ ...noSchema.entries, meta: v.optional(v.nullable(meta)) });
}

/** A status of 400 or more, or an expected 'no' (api.md#envelope). */
export const failureSchema = v.object({
  status: v.optional(v.boolean(), false),
  message: v.optional(v.nullable(v.string())),
  data: v.optional(v.unknown()),
  code: v.optional(v.nullable(v.string())),
});

/** The header that makes a changing call count once (api.md#idempotency). */
export const IDEMPOTENCY_HEADER = 'Idempotency-Key';

/** The scheme in `Authorization` when a round delivers itself (api.md#rounds-own-credential). */
export const ROUND_CREDENTIAL = 'Round';
