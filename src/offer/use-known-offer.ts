import { useEffect, useState, useSyncExternalStore } from 'react';
import { freshOffer, knownOffer, type Offer, subscribeOffer } from './offer.ts';

/**
 * The offer on a page without queries, asked for behind what the phone knows already; `null` while
 * nobody knows, 3 s at most.
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
