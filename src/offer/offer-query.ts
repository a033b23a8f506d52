import { queryOptions } from '@tanstack/react-query';
import { askOffer, knownOffer } from './offer.ts';

/** What the operator has on offer: the copy at once, and a fresh answer behind it. */
export const offerQuery = queryOptions({
  queryKey: ['offer'],
  queryFn: ({ signal }) => askOffer(signal),
  initialData: () => knownOffer() ?? undefined,
  initialDataUpdatedAt: 0,
  // Without a line the built-in prices are shown: that must not wait for one.
  networkMode: 'offlineFirst',
});
