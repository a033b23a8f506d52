import { env } from '../config/env.ts';
import { getConfig } from '../contract/endpoints/misc.ts';
import { call } from '../lib/http.ts';
import { DEFAULT_PRICES, type Prices, WAYS, type Way } from '../rules/money.ts';
import { savedQuery } from './query-persister.ts';

export type Offer = { prices: Prices; ways: readonly Way[] };

/** What is asked for where nobody says otherwise (flows.md#plans-and-prices). */
export const DEFAULT_OFFER: Offer = { prices: DEFAULT_PRICES, ways: WAYS };

/** Prices and ways to pay, as the operator has set them. */
export const pricesQuery = savedQuery({
  queryKey: ['prices'],
  queryFn: async ({ signal }): Promise<Offer> => {
    if (!env.hasAdditions) return DEFAULT_OFFER;
    const { data } = await call(getConfig, { signal });
    return data;
  },
});
