import * as v from 'valibot';
import { WAYS } from '../rules/money.ts';
import { POOLS } from '../rules/networks.ts';
import { PRIZE_BOARDS, PRIZE_KINDS } from '../rules/prizes.ts';
import type { Endpoint } from './endpoint.ts';
import { envelopeOf } from './envelope.ts';
import { rowsOf } from './rows.ts';

const naira = v.number();
const planPrices = v.object({ daily: naira, weekly: naira });
const packs = rowsOf(v.object({ naira, coins: v.pipe(v.number(), v.integer()) }));

/**
 * The address of a page outside the app; `null` if there is none. Only https is accepted, so that
 * no address makes a browser run code.
 */
const page = v.nullish(v.pipe(v.string(), v.regex(/^https:\/\/\S{1,500}$/)), null);

/** A way to reach help: a page, a mailbox (`mailto:`) or a number (`tel:`). */
const reach = v.nullish(v.pipe(v.string(), v.regex(/^(https:\/\/|mailto:|tel:)\S{1,500}$/)), null);

/** The addresses of the operator's own pages; `null` for a link without one. */
export const linksSchema = v.object({
  /**
   * The subscription page of campaign links, and the page that `/authenticate` opens if a
   * subscription can't be confirmed.
   */
  campaign: page,
  retarget: page,
  liveDraw: page,
  promo: page,
  /** The help for visitors. */
  support: reach,
});

export type Links = v.InferOutput<typeof linksSchema>;

/** The controller of the players' data and a way to reach them. Each is `null` if not stated. */
export const privacySchema = v.object({
  controller: v.nullish(v.pipe(v.string(), v.maxLength(200)), null),
  contact: reach,
});

export type Privacy = v.InferOutput<typeof privacySchema>;

/**
 * Whether tickets of Millionaire Rush can be bought and played here, which needs a permit and
 * unused questions. The other fields are the organiser, the permit, the page of the rules and a
 * contact; each is `null` if not stated.
 */
const contestSchema = v.object({
  isOpen: v.boolean(),
  promoter: v.nullish(v.pipe(v.string(), v.maxLength(200)), null),
  permit: v.nullish(v.pipe(v.string(), v.maxLength(200)), null),
  rules: page,
  support: reach,
});

export type Contest = v.InferOutput<typeof contestSchema>;

const whole = v.pipe(v.number(), v.integer(), v.minValue(0));

/**
 * A row of the current periods' prize table. An older app leaves out a row that it does not know.
 */
const prizeRowSchema = v.object({
  pool: v.picklist(POOLS),
  board: v.picklist(PRIZE_BOARDS),
  tier: v.nullable(v.picklist([1, 2, 3])),
  places: whole,
  kind: v.picklist(PRIZE_KINDS),
  naira: v.union([whole, v.literal('bands')]),
  minPoints: whole,
  minPlayers: whole,
  minCoinsBought: whole,
  reserves: whole,
  /** The largest part of its ticket money that a tier pays, in percent; `null` if not set. */
  ticketPercent: v.optional(v.nullable(v.pipe(whole, v.minValue(1), v.maxValue(100))), null),
});

/** The operator's prices, the ways to pay that exist, and the addresses of links. */
export const offerSchema = v.object({
  prices: v.object({
    plans: v.object({ airtime: planPrices, card: planPrices, 'mobile-money': planPrices }),
    packs: v.object({ card: packs, 'mobile-money': packs }),
    /**
     * The price of a ticket. `null` if the API does not give it, or in a stored copy from before
     * tickets existed.
     */
    rushTicket: v.nullish(naira, null),
  }),
  ways: rowsOf(v.picklist(WAYS)),
  links: v.optional(linksSchema, {}),
  privacy: v.optional(privacySchema, {}),
  /** The contest; `null` if the API does not give it. */
  contest: v.optional(v.nullable(contestSchema), null),
  /** The prize table of today; `null` if the API does not give it. */
  prizes: v.optional(v.nullable(rowsOf(prizeRowSchema)), null),
  /** The tax withheld from prizes, in percent. */
  withholdingPercent: v.optional(v.number(), 0),
});

/** The reply to `GET /misc/config`. */
export const configReplySchema = envelopeOf(offerSchema);

/** The reply to `GET /misc/public-key`. */
const publicKeyReplySchema = envelopeOf(v.object({ publicKey: v.string() }));

/** The reply to `GET /webhooks/paystack/public-key`. */
const cardKeyReplySchema = envelopeOf(v.object({ key: v.string() }));

/** The operator's prices, packs, ways to pay and links. */
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

/** The card provider's public key, under an older path. */
export const getCardKey = {
  method: 'GET',
  path: '/webhooks/paystack/public-key',
  who: 'anyone',
  effect: 'safe',
  reply: cardKeyReplySchema,
  codes: ['route/unknown'],
} as const satisfies Endpoint;
