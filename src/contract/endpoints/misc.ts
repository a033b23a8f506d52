import type { Endpoint } from '../endpoint.ts';
import { cardKeyReplySchema, configReplySchema, publicKeyReplySchema } from '../misc.ts';

/** Prices, packs, the ways to pay and links, as the operator has set them. */
export const getConfig = {
  method: 'GET',
  path: '/misc/config',
  who: 'anyone',
  effect: 'safe',
  reply: configReplySchema,
} as const satisfies Endpoint;

/** The card provider's public key. */
export const getPublicKey = {
  method: 'GET',
  path: '/misc/public-key',
  who: 'anyone',
  effect: 'safe',
  reply: publicKeyReplySchema,
  codes: ['route/unknown'],
} as const satisfies Endpoint;

/** The same key under the older name. */
export const getCardKey = {
  method: 'GET',
  path: '/webhooks/paystack/public-key',
  who: 'anyone',
  effect: 'safe',
  reply: cardKeyReplySchema,
  codes: ['route/unknown'],
} as const satisfies Endpoint;
