import type { Endpoint } from '../endpoint.ts';
import {
  consentsReplySchema,
  expectedPaymentSchema,
  expectedReplySchema,
  paidReplySchema,
  passbookQuerySchema,
  passbookReplySchema,
  paymentsReplySchema,
} from '../payments.ts';

/** What the player has paid for, newest first, and the plan that runs. */
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
