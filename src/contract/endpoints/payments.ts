import { careReplySchema, careWishSchema } from '../care.ts';
import type { Endpoint } from '../endpoint.ts';
import { SPENDING_CODES, TICKET_CODES } from '../error-codes.ts';
import {
  consentsReplySchema,
  expectedPaymentSchema,
  expectedReplySchema,
  paidReplySchema,
  passbookQuerySchema,
  passbookReplySchema,
  paymentsReplySchema,
  renewalSchema,
} from '../payments.ts';

/** The player's payments, newest first, with the current plan and the spending limits. */
export const getPayments = {
  method: 'GET',
  path: '/payments',
  who: 'player',
  effect: 'safe',
  reply: paymentsReplySchema,
} as const satisfies Endpoint;

/**
 * Ends the renewal of the current plan, both ours and the operator's. The paid period runs to its
 * end.
 */
export const patchCancel = {
  method: 'PATCH',
  path: '/payments/cancel',
  who: 'player',
  effect: 'idempotent',
  reply: paidReplySchema,
  codes: ['billing/unavailable', 'subscription/inactive'],
} as const satisfies Endpoint;

/** Turns the renewal of the current plan on or off. Only the player's own choice turns it on. */
export const putRenewal = {
  method: 'PUT',
  path: '/payments/renewal',
  who: 'player',
  effect: 'idempotent',
  body: renewalSchema,
  reply: paidReplySchema,
  codes: [
    'card/unavailable',
    'payment/mismatch',
    'renewal/unavailable',
    ...SPENDING_CODES,
    'subscription/inactive',
  ],
} as const satisfies Endpoint;

/**
 * Sets the player's weekly limit, or starts a break from buying. The reply has the limits that hold
 * now.
 */
export const putLimit = {
  method: 'PUT',
  path: '/payments/limit',
  who: 'player',
  effect: 'keyed',
  body: careWishSchema,
  reply: careReplySchema,
} as const satisfies Endpoint;

/** Announces a payment and returns its amount. The server sets the price. */
export const postExpected = {
  method: 'POST',
  path: '/payments/expected',
  who: 'player',
  effect: 'keyed',
  body: expectedPaymentSchema,
  reply: expectedReplySchema,
  codes: [
    'email/invalid',
    'payment/mismatch',
    'payment/reference-taken',
    'product/unknown',
    'rate/limited',
    'route/unknown',
    ...SPENDING_CODES,
    ...TICKET_CODES,
    'subscription/active',
  ],
} as const satisfies Endpoint;

/** Asks the card provider whether a payment is paid, and credits it if it is. */
export const getCardVerify = {
  method: 'GET',
  path: '/payments/verify/:reference',
  who: 'player',
  effect: 'idempotent',
  reply: paidReplySchema,
  codes: [
    'card/unavailable',
    'payment/failed',
    'payment/mismatch',
    'payment/pending',
    'payment/unknown',
    'route/unknown',
  ],
} as const satisfies Endpoint;

/** The movements of the player's coins, newest first. */
export const getPassbook = {
  method: 'GET',
  path: '/payments/passbook',
  who: 'player',
  effect: 'safe',
  query: passbookQuerySchema,
  reply: passbookReplySchema,
} as const satisfies Endpoint;

/** Every price that the player agreed to, newest first. */
export const getConsents = {
  method: 'GET',
  path: '/payments/consents',
  who: 'player',
  effect: 'safe',
  reply: consentsReplySchema,
} as const satisfies Endpoint;
