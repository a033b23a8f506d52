import * as v from 'valibot';
import type { Endpoint } from '../endpoint.ts';
import { envelopeOf } from '../envelope.ts';

/**
 * A hint that a mobile-money payment has changed. The server then asks the mobile-money service
 * about it (payments.md#wallet-hint).
 */
export const postFundWallet = {
  method: 'POST',
  path: '/webhooks/smart-cash/fund-wallet',
  who: 'anyone',
  effect: 'idempotent',
  body: v.object({
    reference: v.pipe(v.string(), v.regex(/^[\x20-\x7e]{1,100}$/, 'must be a reference')),
    amount: v.optional(v.unknown()),
    status: v.optional(v.unknown()),
  }),
  reply: envelopeOf(v.unknown()),
  codes: ['rate/limited'],
} as const satisfies Endpoint;

/** The card provider's signed notice of a payment (payments.md#card-payment). */
export const postCardWebhook = {
  method: 'POST',
  path: '/webhooks/paystack',
  who: 'anyone',
  effect: 'idempotent',
  body: v.unknown(),
  reply: envelopeOf(v.null()),
  codes: ['route/unknown', 'webhook/bad-signature'],
} as const satisfies Endpoint;
