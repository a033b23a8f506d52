import { useQuery } from '@tanstack/react-query';
import { DEFAULT_OFFER, type Offer } from '../../../offer/offer.ts';
import { offerQuery } from '../../../offer/offer-query.ts';

/** Prices and ways; those built in where none can be read, `null` while nobody knows yet. */
export function useOffer(): Offer | null {
  const { data, failureCount } = useQuery(offerQuery);
  return data ?? (failureCount > 0 ? DEFAULT_OFFER : null);
}
