import type { Endpoint } from '../endpoint.ts';
import { SPENDING_CODES, TICKET_CODES } from '../error-codes.ts';
import {
  chargesQuerySchema,
  chargesReplySchema,
  collectionReplySchema,
  collectionSchema,
  collectionStatusSchema,
  doiReplySchema,
  searchQuerySchema,
  searchReplySchema,
} from '../mobile-money.ts';

/** Whose mobile-money wallet a number is. */
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

/** What operator and service add to an amount. */
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

/** Asks a wallet's owner for a payment: the prompt (DOI) comes to their phone. */
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

/** How a collection stands; once it is paid, it is credited. */
export const getCollection = {
  method: 'GET',
  base: 'mobileMoney',
  path: '/collections/:reference',
  who: 'player',
  effect: 'idempotent',
  reply: collectionStatusSchema,
  codes: ['mobile-money/unavailable', 'payment/mismatch', 'payment/unknown'],
} as const satisfies Endpoint;

/** Sends the prompt of a collection once more. */
export const postDoi = {
  method: 'POST',
  base: 'mobileMoney',
  path: '/collections/:reference/doi',
  who: 'player',
  effect: 'keyed',
  reply: doiReplySchema,
  codes: ['mobile-money/refused', 'mobile-money/unavailable', 'payment/unknown', 'rate/limited'],
} as const satisfies Endpoint;
