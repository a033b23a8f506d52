import type { Endpoint } from '../endpoint.ts';
import { paidReplySchema } from '../payments.ts';

/**
 * Asks the provider whether a ticket is paid, and credits the ticket once. `amount` is in kobo and
 * includes the fee.
 */
export const getBuyTicket = {
  method: 'GET',
  path: '/user/buy-tournament-ticket/:amount/:reference',
  who: 'player',
  effect: 'keyed',
  reply: paidReplySchema,
  codes: [
    'card/unavailable',
    'mobile-money/unavailable',
    'payment/failed',
    'payment/mismatch',
    'payment/pending',
    'payment/unknown',
    'route/unknown',
  ],
} as const satisfies Endpoint;
