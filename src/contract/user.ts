import * as v from 'valibot';
import { envelopeOf, idSchema, optionalText } from './envelope.ts';

const count = v.pipe(v.number(), v.finite());

/** A player as the API gives them (accounts §3). Fields that an API leaves out are `null`. */
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
  /** Coins that can be spent; what open rounds hold is not in it. */
  pointBalance: v.optional(v.nullable(count), 0),
  /** Points of the current week. */
  highScore: v.optional(v.nullable(count), 0),
  createdAt: optionalText,
  network: optionalText,
  dark: v.optional(v.nullable(v.boolean()), null),
});

/** A player. */
export type User = v.InferOutput<typeof userSchema>;

/** `GET /user/{phone}`, `POST /user/` and the verify calls: the player, and a token in `meta`. */
export const userReplySchema = envelopeOf(userSchema);

/** `POST /user/`: `name` is the username, 1 to 10 characters; the phone in any typed form. */
export const newUserSchema = v.object({
  name: v.pipe(v.string(), v.maxLength(100)),
  email: v.pipe(v.string(), v.maxLength(300)),
  phone: v.pipe(v.string(), v.maxLength(30)),
  platform: v.picklist(['network', 'rave']),
});

/** A new player's payload. */
export type NewUser = v.InferOutput<typeof newUserSchema>;

/** `GET /payments/subscribe/airtime/{phone}`: only `status` is read. */
export const subscribeReplySchema = envelopeOf(v.unknown());
