import { useEffect, useState, useSyncExternalStore } from 'react';
import type * as v from 'valibot';
import { env } from '../config/env.ts';
import { OFFER_KEY } from '../config/storage-keys.ts';
import {
  type Contest,
  getConfig,
  type Links,
  offerSchema,
  type Privacy,
} from '../contract/misc.ts';
import { keptValue } from '../lib/kept.ts';
import { within } from '../lib/within.ts';
import { HOUR_MS } from '../rules/calendar.ts';
import { DEFAULT_PRICES, type Prices, WAYS, type Way } from '../rules/money.ts';
import { DEFAULT_PRIZES, type PrizeTable } from '../rules/prizes.ts';

/** The operator's offer and the targets of links; `null` for a link that is not shown. */
export type Offer = {
  prices: Prices;
  ways: readonly Way[];
  links: Links;
  /** The contacts for players' data; `null` where the operator names none. */
  privacy: Privacy;
  /** The promoter of Millionaire Rush, and whether it is open; `null` where the operator names none. */
  contest: Contest | null;
  /** The prizes of the current periods. */
  prizes: PrizeTable;
  /** The tax that is withheld from prizes, in percent. */
  withholdingPercent: number;
};

/**
 * The offer that holds when neither the server nor the phone's copy gives one
 * (subscription.md#plans-and-prices).
 */
export const DEFAULT_OFFER: Offer = {
  prices: DEFAULT_PRICES,
  ways: WAYS,
  links: env.links,
  privacy: { controller: null, contact: null },
  contest: null,
  prizes: DEFAULT_PRIZES,
  withholdingPercent: 0,
};

/** How long a page that only shows the offer uses it without asking again, in milliseconds. */
const FRESH_MS = HOUR_MS;

/** How long a page waits for a fresh offer before it uses the known one, in milliseconds. */
const PATIENCE_MS = 3000;

type Told = v.InferOutput<typeof offerSchema>;

const kept = keptValue('localStorage', OFFER_KEY, offerSchema);
let copy: { told: Told | null; offer: Offer | null } = { told: null, offer: null };
let toldAt = 0;
let asking: Promise<Offer> | null = null;
const listeners = new Set<() => void>();

/** The newest offer that this phone knows, else `null`. It is the same object until the offer changes. */
export function knownOffer(): Offer | null {
  const told = kept.get();
  if (told !== copy.told) copy = { told, offer: told && withBuiltIn(told) };
  return copy.offer;
}

/** Calls `listener` whenever the server has sent its offer; gives the function that stops this. */
export function subscribeOffer(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Asks for the offer and keeps it. Throws ApiError, NetworkError, or the error of code that could not
 * be loaded.
 */
export async function askOffer(signal?: AbortSignal): Promise<Offer> {
  if (!env.hasAdditions) return DEFAULT_OFFER;
  const { call } = await import('../lib/http.ts');
  const { data } = await call(getConfig, { signal });
  toldAt = Date.now();
  kept.set(data);
  for (const listener of listeners) listener();
  return withBuiltIn(data);
}

/**
 * Asks for the offer and waits 3 s at most. Gives the newest known offer, or else the built-in one. Never
 * throws.
 */
export async function settledOffer(): Promise<Offer> {
  await within(PATIENCE_MS, askOffer(), undefined);
  return knownOffer() ?? DEFAULT_OFFER;
}

/**
 * Gives the known offer if the server sent it in this visit's last hour. Otherwise asks by {@link
 * settledOffer}; several callers share one request.
 */
export function freshOffer(): Promise<Offer> {
  const known = knownOffer();
  if (known && Date.now() - toldAt < FRESH_MS) return Promise.resolve(known);
  asking ??= settledOffer().finally(() => {
    asking = null;
  });
  return asking;
}

/** Fills in the build's own links and prices where the server names none. */
function withBuiltIn({ links, prices, prizes, ...offer }: Told): Offer {
  const { campaign, retarget, liveDraw, promo, support } = env.links;
  return {
    ...offer,
    prizes: prizes ?? DEFAULT_PRIZES,
    prices: { ...prices, rushTicket: prices.rushTicket ?? DEFAULT_PRICES.rushTicket },
    links: {
      campaign: links.campaign ?? campaign,
      retarget: links.retarget ?? retarget,
      liveDraw: links.liveDraw ?? liveDraw,
      promo: links.promo ?? promo,
      support: links.support ?? support,
    },
  };
}

/**
 * The offer for a page without queries: the phone's copy at first, then a fresh offer. It is `null` while no
 * offer is known, for 3 s at most.
 */
export function useKnownOffer(): Offer | null {
  const known = useSyncExternalStore(subscribeOffer, knownOffer);
  const [settled, setSettled] = useState<Offer | null>(null);
  useEffect(() => {
    let isGone = false;
    void freshOffer().then((offer) => isGone || setSettled(offer));
    return () => {
      isGone = true;
    };
  }, []);
  return known ?? settled;
}
