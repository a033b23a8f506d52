import * as v from 'valibot';
import { MOBILE_MONEY_MIN_NAIRA, type Platform } from '../rules/money.ts';
import { plainDigits } from '../rules/numbers.ts';
import type { Endpoint } from './endpoint.ts';
import { envelopeOf, idSchema, optionalText } from './envelope.ts';
import { SPENDING_CODES, TICKET_CODES } from './error-codes.ts';
import { doorSchema, productSchema, referenceSchema } from './payments.ts';
import { userSchema } from './user.ts';

const PLATFORMS = Object.keys(MOBILE_MONEY_MIN_NAIRA) as Platform[];

/** An amount in naira, with kobo as a fraction, as the service states it. */
const naira = v.pipe(v.number(), v.finite(), v.minValue(0));

/** A phone number as it is typed: 11 digits, of which the first is 0. */
const typedMsisdn = v.pipe(
  v.string(),
  v.regex(/^\p{Nd}{11}$/u, 'must be 11 digits'),
  v.transform(plainDigits),
  v.startsWith('0', 'must begin with 0'),
);

const searchQuerySchema = v.object({ msisdn: typedMsisdn });

/**
 * The owner of a wallet, with shortened names. `accountId` is a handle and has no meaning for
 * clients.
 */
const walletSchema = v.object({
  firstName: v.optional(v.nullable(v.string()), ''),
  middleName: optionalText,
  lastName: optionalText,
  msisdn: v.string(),
  accountId: v.string(),
  platform: v.picklist(PLATFORMS),
});

export type Wallet = v.InferOutput<typeof walletSchema>;

const searchReplySchema = envelopeOf(walletSchema);

const chargesQuerySchema = v.object({
  msisdn: typedMsisdn,
  /** The amount in whole naira; 0 if it is not given. */
  amount: v.pipe(
    v.optional(v.string(), ''),
    v.regex(/^([1-9]\d{0,6})?$/, 'must be whole naira'),
    v.transform(Number),
  ),
});

/** The operator's and the service's charges on an amount, in naira. */
const chargesSchema = v.object({ operatorCharge: naira, serviceCharge: naira });

export type Charges = v.InferOutput<typeof chargesSchema>;

const chargesReplySchema = envelopeOf(chargesSchema);

/**
 * The body of `POST collections/pay`. `product`, `reference` and `door` are our additions
 * (payments.md#mobile-money).
 */
const collectionSchema = v.object({
  name: v.pipe(v.string(), v.maxLength(100)),
  msisdn: typedMsisdn,
  amount: v.pipe(naira, v.integer()),
  accountId: v.pipe(v.string(), v.nonEmpty(), v.maxLength(200)),
  operatorCharge: naira,
  serviceCharge: naira,
  totalAmount: naira,
  product: v.optional(productSchema),
  reference: v.optional(referenceSchema),
  door: doorSchema,
});

/** Seconds until the prompt can be sent again. */
const resendAfter = v.optional(v.nullable(v.number()), null);

/**
 * The reference of a payment, and its status in the service's own words. Our server omits the
 * status.
 */
const queuedSchema = v.object({
  reference: v.fallback(v.optional(v.nullable(idSchema), null), null),
  resendAfter,
  status: v.fallback(
    v.optional(
      v.nullable(v.union([v.pipe(v.string(), v.maxLength(100)), v.number(), v.boolean()])),
      null,
    ),
    null,
  ),
});

/**
 * The reply to `POST collections/pay`. It stays readable even if an API omits a field, because the
 * prompt has already been sent.
 */
const collectionReplySchema = envelopeOf(
  v.fallback(queuedSchema, { reference: null, resendAfter: null, status: null }),
);

/**
 * The status of a collection. Once the collection is paid, the reply includes the updated player.
 */
const collectionStatusSchema = envelopeOf(
  v.object({
    status: v.picklist(['pending', 'success', 'failed']),
    user: v.optional(v.nullable(userSchema), null),
  }),
);

const doiReplySchema = envelopeOf(v.fallback(v.object({ resendAfter }), { resendAfter: null }));

/** The owner of a mobile-money wallet. */
export const getWallet = {
  method: 'GET',
  base: 'mobileMoney',
  path: '/collections/search',
  who: 'player',
  effect: 'safe',
  query: searchQuerySchema,
  reply: searchReplySchema,
  codes: ['mobile-money/not-registered', 'mobile-money/unavailable', 'rate/limited'],
} as const satisfies Endpoint;

/** The operator's and the service's charges on an amount. */
export const getCharges = {
  method: 'GET',
  base: 'mobileMoney',
  path: '/charges',
  who: 'player',
  effect: 'safe',
  query: chargesQuerySchema,
  reply: chargesReplySchema,
  codes: [
    'mobile-money/not-registered',
    'mobile-money/too-little',
    'mobile-money/unavailable',
    'rate/limited',
  ],
} as const satisfies Endpoint;

/** Asks a wallet's owner for a payment: the prompt (DOI) appears on their phone. */
export const postCollection = {
  method: 'POST',
  base: 'mobileMoney',
  path: '/collections/pay',
  who: 'player',
  effect: 'keyed',
  body: collectionSchema,
  reply: collectionReplySchema,
  codes: [
    'mobile-money/refused',
    'mobile-money/too-little',
    'mobile-money/unavailable',
    'payment/mismatch',
    'payment/reference-taken',
    'product/unknown',
    'rate/limited',
    ...SPENDING_CODES,
    ...TICKET_CODES,
    'subscription/active',
  ],
} as const satisfies Endpoint;

/** The status of a collection, which is credited once it is paid. */
export const getCollection = {
  method: 'GET',
  base: 'mobileMoney',
  path: '/collections/:reference',
  who: 'player',
  effect: 'idempotent',
  reply: collectionStatusSchema,
  codes: ['mobile-money/unavailable', 'payment/mismatch', 'payment/unknown'],
} as const satisfies Endpoint;

/** Sends the prompt of a collection again. */
export const postDoi = {
  method: 'POST',
  base: 'mobileMoney',
  path: '/collections/:reference/doi',
  who: 'player',
  effect: 'keyed',
  reply: doiReplySchema,
  codes: ['mobile-money/refused', 'mobile-money/unavailable', 'payment/unknown', 'rate/limited'],
} as const satisfies Endpoint;
