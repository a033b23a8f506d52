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

/** What the player has paid for, newest first, the plan that runs, and how they spend with care. */
export const getPayments = {
  method: 'GET',
  path: '/payments',
  who: 'player',
  effect: 'safe',
  reply: paymentsReplySchema,
} as const satisfies Endpoint;

/** Ends the renewal of the plan that runs, ours and the operator's; what is paid runs to its end. */
export const patchCancel = {
  method: 'PATCH',
  path: '/payments/cancel',
  who: 'player',
  effect: 'idempotent',
  reply: paidReplySchema,
  codes: ['billing/unavailable', 'subscription/inactive'],
} as const satisfies Endpoint;

/** Has the plan that runs renew by itself from its end on, or not; only where the player chose so. */
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

/** Sets the player's weekly limit, or has them take a break from buying; gives what stands now. */
export const putLimit = {
  method: 'PUT',
  path: '/payments/limit',
  who: 'player',
  effect: 'keyed',
  body: careWishSchema,
  reply: careReplySchema,
} as const satisfies Endpoint;

/** Tells what a payment will take before it is made; the price is the server's. */
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

/** Asks the card provider for a payment, and credits it once it is paid. */
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

/** What moved the player's coins, newest first. */
export const getPassbook = {
  method: 'GET',
  path: '/payments/passbook',
  who: 'player',
  effect: 'safe',
  query: passbookQuerySchema,
  reply: passbookReplySchema,
} as const satisfies Endpoint;

/** Each price that the player agreed to, newest first. */
export const getConsents = {
  method: 'GET',
  path: '/payments/consents',
  who: 'player',
  effect: 'safe',
  reply: consentsReplySchema,
} as const satisfies Endpoint;
