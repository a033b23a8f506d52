import * as v from 'valibot';
import { plainDigits } from '../rules/numbers.ts';
import { CODE_DIGITS } from '../rules/players.ts';
import { envelopeOf, idSchema, noWith, optionalText } from './envelope.ts';

const count = v.pipe(v.number(), v.finite());

/** A player as the API gives them (api.md#user). Fields that an API omits are `null`. */
export const userSchema = v.object({
  id: idSchema,
  name: v.optional(v.nullable(v.string()), ''),
  username: optionalText,
  email: optionalText,
  phone: optionalText,
  image: optionalText,
  dob: optionalText,
  gender: optionalText,
  state: optionalText,
  city: optionalText,
  platform: optionalText,
  isActive: v.optional(v.nullable(v.boolean()), false),
  paymentToken: optionalText,
  /** Coins that can be spent, without those that open rounds hold. */
  pointBalance: v.optional(v.nullable(count), 0),
  /** Points of the current week. */
  highScore: v.optional(v.nullable(count), 0),
  /** Paid and unused tickets of Millionaire Rush; omitted if there are none. */
  rushTickets: v.optional(v.nullable(count)),
  createdAt: optionalText,
  network: optionalText,
  dark: v.optional(v.nullable(v.boolean()), null),
  /**
   * Whether the player has a bank account that prizes can be paid to; `null` if the API does not
   * say. This field is our addition.
   */
  hasBank: v.optional(v.nullable(v.boolean()), null),
});

export type User = v.InferOutput<typeof userSchema>;

/** The reply to `POST /user/` and the verify calls: the player, and a token in `meta`. */
export const userReplySchema = envelopeOf(userSchema);

/** `meta.challenge`: a code was sent. Another code can be requested after `resendAfter` seconds. */
export const challengeSchema = v.object({
  id: idSchema,
  channel: v.string(),
  resendAfter: v.pipe(v.number(), v.minValue(0)),
});

export type Challenge = v.InferOutput<typeof challengeSchema>;

/**
 * The `meta` of a 'no'. With the code `user/challenge` it has the challenge to answer. With
 * `user/unknown` it has the proof that creates the account (sign-in.md#proof-and-challenge).
 */
export const noMetaSchema = v.object({
  challenge: v.optional(v.nullable(challengeSchema)),
  proof: optionalText,
});

/**
 * The reply to `GET /user/{phone}` and `POST /user/challenge/{id}`: the player, or the next step.
 */
export const lookUpReplySchema = v.variant('status', [
  userReplySchema.options[0],
  noWith(noMetaSchema),
]);

/** A short text about the source of a visit, without markup. */
export const arrivalTextSchema = v.pipe(
  v.string(),
  v.trim(),
  v.regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,63}$/u),
);

/** The entry point of a sign-in: a page of the app, or a number supplied by the operator's network. */
export const ENTRIES = [
  'landing',
  'onboarding',
  'login',
  'authenticate',
  'secure-d',
  'network',
] as const;

export type SentArrival = {
  [Name in 'entry' | 'social' | 'source' | 'campaign']?: string | null | undefined;
};

const proofText = v.pipe(v.string(), v.maxLength(300));

/** The query of a call that may include the proof of its number. */
export const proofQuerySchema = v.object({ proof: v.optional(proofText) });

/**
 * A text from a link. An unsuitable text counts as not sent, so that no call is refused because of
 * the link that led the player here.
 */
const linkName = v.optional(v.fallback(arrivalTextSchema, ''));

/**
 * The source of a sign-in, which is sent with its credentials (our addition;
 * links.md#sign-ins-by-source).
 */
const cameBy = { entry: linkName, social: linkName, source: linkName, campaign: linkName };

/** The query of a look-up. */
export const lookUpQuerySchema = v.object({ ...proofQuerySchema.entries, ...cameBy });

const CODE = new RegExp(`^\\d{${CODE_DIGITS}}$`);

const typedCode = v.pipe(
  v.string(),
  v.maxLength(20),
  v.transform((typed) => plainDigits(typed).replaceAll(/[\s-]/g, '')),
);

/** The body of `POST /user/challenge/{id}`: the digits of the code, as typed or pasted. */
export const challengeAnswerSchema = v.object({
  code: v.pipe(typedCode, v.regex(CODE, `must be ${CODE_DIGITS} digits`)),
  ...cameBy,
});

/** The challenge and its code, for a call that needs a fresh proof (sign-in.md#fresh-proof). */
export const codeAnswerSchema = v.object({
  challenge: v.optional(v.pipe(v.string(), v.maxLength(100))),
  code: v.optional(typedCode),
});

export type CodeAnswer = v.InferOutput<typeof codeAnswerSchema>;

/**
 * The body of `POST /user/`. `name` is the username, with 1 to 10 characters. `phone` may be in any
 * typed form. `proof` is needed if the policy asks for it. `social` and `source` come from the
 * landing's link. `entry` and `campaign` are our additions.
 */
export const newUserSchema = v.object({
  name: v.pipe(v.string(), v.maxLength(100)),
  email: v.pipe(v.string(), v.maxLength(300)),
  phone: v.pipe(v.string(), v.maxLength(30)),
  platform: v.picklist(['network', 'rave']),
  proof: v.optional(proofText),
  ...cameBy,
});

export type NewUser = v.InferOutput<typeof newUserSchema>;

/** The reply to `POST /user/logout`, which ends the session of the token. */
export const logoutReplySchema = envelopeOf(v.null());

/** The reply to `GET /payments/subscribe/airtime/{phone}`, of which only `status` is read. */
export const subscribeReplySchema = envelopeOf(v.unknown());
