import * as v from 'valibot';
import { PLANS, type Product, RENEWABLE_WAYS, WAYS } from '../rules/money.ts';
import { careSchema } from './care.ts';
import { envelopeOf, idSchema, metaSchema, optionalText, timestampSchema } from './envelope.ts';
import { rowsOf } from './rows.ts';
import { userSchema } from './user.ts';

const kobo = v.pipe(v.number(), v.integer(), v.minValue(0));
const coins = v.pipe(v.number(), v.integer());

/**
 * A product to buy: `plan-daily`, `plan-weekly`, `rush-ticket`, or `coins-` and the price of a pack
 * in naira.
 */
export const productSchema = v.custom<Product>(
  (given) =>
    typeof given === 'string' &&
    /^(plan-(daily|weekly)|coins-[1-9]\d{0,6}|rush-ticket)$/.test(given),
  'must be a plan, a pack of coins or a ticket',
);

/** The reference of a payment, which the client makes: `FOM-` and 18 letters or digits. */
export const referenceSchema = v.pipe(
  v.string(),
  v.regex(/^FOM-[A-Za-z0-9]{18}$/, 'must be FOM- and 18 letters or digits'),
);

/**
 * The page where a purchase began, or `unknown` if the client does not say. The consent records it.
 */
export const doorSchema = v.optional(
  v.picklist(['billing', 'coins', 'level', 'home', 'rush', 'sign-up', 'unknown']),
  'unknown',
);

/** The body of `POST /payments/expected` (payments.md#expected-payments). */
export const expectedPaymentSchema = v.object({
  product: productSchema,
  provider: v.picklist(['card']),
  reference: referenceSchema,
  door: doorSchema,
  /**
   * The price that the player saw. If the price has changed, the call is refused and no consent is
   * recorded.
   */
  totalKobo: v.optional(kobo),
});

/** The amount of a payment, in kobo, and the coins it brings. */
export const expectedReplySchema = envelopeOf(
  v.object({ kobo, feeKobo: kobo, totalKobo: kobo, coins }),
);

/** A reply with the player as they are after the call has changed their plan, coins or tickets. */
export const paidReplySchema = envelopeOf(v.object({ user: userSchema }));

/**
 * A payment of the player's history, in a form that the oldest APIs fit too. `amount` is in naira.
 */
export const paymentSchema = v.object({
  description: v.optional(v.nullable(v.string()), ''),
  amount: v.pipe(v.union([v.number(), v.string()]), v.transform(Number), v.finite()),
  createdAt: timestampSchema,
});

export type Payment = v.InferOutput<typeof paymentSchema>;

/** The current plan: its price in naira, and whether it renews automatically. */
export const planSchema = v.object({
  plan: v.picklist(PLANS),
  way: v.picklist(WAYS),
  naira: v.number(),
  endsAt: timestampSchema,
  isCancelled: v.boolean(),
  renews: v.boolean(),
  /**
   * The plan that renews at the end of all paid time, and its price. The field is missing if
   * nothing can renew.
   */
  renewal: v.optional(
    v.nullable(
      v.object({ plan: v.picklist(PLANS), way: v.picklist(RENEWABLE_WAYS), kobo, feeKobo: kobo }),
    ),
  ),
});

export type RunningPlan = v.InferOutput<typeof planSchema>;

/**
 * The body of `PUT /payments/renewal`. To agree, the client sends the price that the player saw, in
 * kobo.
 */
export const renewalSchema = v.object({ isOn: v.boolean(), totalKobo: v.optional(kobo) });

/**
 * The reply to `GET /payments`. `meta` adds the current plan, limit and break, if the API has them.
 */
export const paymentsReplySchema = envelopeOf(
  rowsOf(paymentSchema),
  v.object({
    ...metaSchema.entries,
    plan: v.optional(v.nullable(planSchema)),
    care: v.optional(v.nullable(careSchema)),
  }),
);

/**
 * A movement of the player's coins. `coins` is above zero if coins came in. `balance` is the
 * balance after the movement.
 */
export const passbookRowSchema = v.object({
  id: idSchema,
  reason: v.string(),
  /** The plan that was paid. */
  plan: v.optional(v.nullable(v.picklist(PLANS)), null),
  coins,
  balance: coins,
  at: timestampSchema,
  /**
   * The round that the movement belongs to. `shown` is how many of its questions were shown; it is
   * 0 until the result has arrived.
   */
  round: v.nullish(
    v.object({ id: v.string(), categoryId: v.string(), level: v.string(), shown: v.number() }),
    null,
  ),
  /** The reference of the payment, and the way it was paid. */
  reference: optionalText,
  way: v.optional(v.nullable(v.picklist(WAYS)), null),
});

export type PassbookRow = v.InferOutput<typeof passbookRowSchema>;

/**
 * What the player owes from a reversed payment: coins or a ticket of Millionaire Rush that were
 * already used when the payment was reversed.
 */
export const claimSchema = v.object({
  reference: v.string(),
  coins,
  /** The number of tickets; omitted for coins. */
  tickets: v.optional(v.nullable(v.pipe(v.number(), v.integer()))),
  at: timestampSchema,
});

export type Claim = v.InferOutput<typeof claimSchema>;

/**
 * The reply to `GET /payments/passbook`: the movements, newest first. It also has the coins that
 * came in and went out this month, both above zero, and the coins that the player owes.
 */
export const passbookReplySchema = envelopeOf(
  v.object({
    rows: rowsOf(passbookRowSchema),
    /** The value of `?before=` for the next rows; `null` at the end. */
    next: v.nullable(idSchema),
    month: v.object({ in: coins, out: coins }),
    claims: v.optional(rowsOf(claimSchema), []),
  }),
);

export const passbookQuerySchema = v.object({
  before: v.optional(v.pipe(v.string(), v.regex(/^\d{1,15}$/))),
});

/** A price that the player agreed to, and its outcome. */
export const consentSchema = v.object({
  id: idSchema,
  product: productSchema,
  coins,
  way: v.picklist(WAYS),
  kobo,
  feeKobo: kobo,
  reference: v.string(),
  saidAt: timestampSchema,
  /**
   * When the player confirmed a mobile-money payment on the phone's own prompt, which is a second
   * consent.
   */
  confirmedAt: v.nullable(timestampSchema),
  /** The phone number that paid. */
  from: optionalText,
  /**
   * The page where the player agreed: `billing`, `coins`, `level`, `home`, `rush`, `sign-up`,
   * `renewal`, `unknown`.
   */
  door: v.nullish(v.string()),
  /** The outcome. A renewal is `on` until it is turned off or given up. */
  state: v.picklist(['pending', 'paid', 'failed', 'refused', 'reversed', 'refunded', 'on', 'off']),
});

export type Consent = v.InferOutput<typeof consentSchema>;

/** The reply to `GET /payments/consents`, newest first. */
export const consentsReplySchema = envelopeOf(rowsOf(consentSchema));
