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
  /** The prizes of the periods that run. */
  prizes: PrizeTable;
  /** The tax that is withheld from prizes, in percent. */
  withholdingPercent: number;
};

/** The offer that holds where neither server nor copy gives one (subscription.md#plans-and-prices). */
export const DEFAULT_OFFER: Offer = {
  prices: DEFAULT_PRICES,
  ways: WAYS,
  links: env.links,
  privacy: { controller: null, contact: null },
  contest: null,
  prizes: DEFAULT_PRIZES,
  withholdingPercent: 0,
};

/** A page that only shows the offer does not ask again for so long, in milliseconds. */
const FRESH_MS = HOUR_MS;

/** After so long a page goes on with the offer that it knows, in milliseconds. */
const PATIENCE_MS = 3000;

type Told = v.InferOutput<typeof offerSchema>;

const kept = keptValue('localStorage', OFFER_KEY, offerSchema);
let copy: { told: Told | null; offer: Offer | null } = { told: null, offer: null };
let toldAt = 0;
let asking: Promise<Offer> | null = null;
const listeners = new Set<() => void>();

/** The newest offer that this phone knows; `null` for none. The same object until it changes. */
export function knownOffer(): Offer | null {
  const told = kept.get();
  if (told !== copy.told) copy = { told, offer: told && withBuiltIn(told) };
  return copy.offer;
}

/** Calls `listener` whenever the server has sent its offer; gives the way to stop it. */
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

/** Asks, and gives after 3 s at most the newest known offer, else the built-in one. Never throws. */
export async function settledOffer(): Promise<Offer> {
  await within(PATIENCE_MS, askOffer(), undefined);
  return knownOffer() ?? DEFAULT_OFFER;
}

/** Gives this visit's offer of the last hour, else that of {@link settledOffer}, asked for once. */
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
 * The offer on a page without queries: the phone's copy, then a fresh one; `null` while none is known,
 * 3 s at most.
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
