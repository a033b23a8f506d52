import * as v from 'valibot';
import { PLANS } from '../../rules/money.ts';
import type { Endpoint } from '../endpoint.ts';
import { SPENDING_CODES } from '../error-codes.ts';
import { doorSchema } from '../payments.ts';
import { proofQuerySchema, subscribeReplySchema, userReplySchema } from '../user.ts';

const planSchema = v.optional(v.picklist(PLANS), 'weekly');

const VERIFY = {
  method: 'GET',
  who: 'number',
  // A repeated call changes nothing more, because a period that the operator reports is credited
  // once.
  effect: 'idempotent',
  query: proofQuerySchema,
  reply: userReplySchema,
  codes: [
    'billing/unavailable',
    'idempotency/bad-key',
    'phone/invalid',
    'route/unknown',
    'subscription/none',
    'subscription/pending',
    'subscription/refused',
    'user/proof-needed',
    'user/unknown',
  ],
} as const;

/**
 * Asks the operator whether a plan runs for a number: the weekly plan unless the call names
 * another. The call never charges.
 */
export const getWeeklyVerify = {
  ...VERIFY,
  path: '/payments/subscription/airtime/verify/:phone',
  query: v.object({ ...proofQuerySchema.entries, plan: planSchema }),
} as const satisfies Endpoint;

/** Asks the operator whether the daily plan runs for a number. The call never charges. */
export const getDailyVerify = {
  ...VERIFY,
  path: '/payments/subscription/ondemand/airtime/verify/:phone',
} as const satisfies Endpoint;

/**
 * Buys a plan and charges it to the airtime of a number. `door` says where the player agreed, and
 * `kobo` to which price. The call is refused if the plan now has another price.
 */
export const getSubscribe = {
  method: 'GET',
  path: '/payments/subscribe/airtime/:phone',
  who: 'number',
  effect: 'keyed',
  query: v.object({
    ...proofQuerySchema.entries,
    plan: planSchema,
    door: doorSchema,
    kobo: v.optional(v.pipe(v.string(), v.regex(/^\d{1,9}$/))),
  }),
  reply: subscribeReplySchema,
  codes: [
    'billing/unavailable',
    'payment/mismatch',
    'phone/invalid',
    'route/unknown',
    ...SPENDING_CODES,
    'subscription/active',
    'subscription/none',
    'subscription/pending',
    'subscription/refused',
    'subscription/running',
    'user/proof-needed',
  ],
} as const satisfies Endpoint;
