import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { env } from '../../../config/env.ts';
import type { Contest } from '../../../contract/misc.ts';
import { isApiError } from '../../../lib/errors.ts';
import { serverTime } from '../../../lib/server-clock.ts';
import { DEFAULT_OFFER } from '../../../offer/offer.ts';
import { offerQuery } from '../../../offer/offer-query.ts';
import { isAdult } from '../../../rules/age.ts';
import { quoteOf, RUSH_TICKET, type Way } from '../../../rules/money.ts';
import type { TierPart } from '../../../rules/tier-parts.ts';
import { useSignedInPlayer } from '../../../session/use-player.ts';
import { checkSubscription } from '../../../subscription/check-subscription.ts';
import { findStanding } from '../api/sealed-referee.ts';
import { readKeptRun } from '../run/kept-run.ts';

/** What stands between the player and a run, the first that holds (game.md#rush-ticket). */
export type Standing =
  /** A run is open, or has ended without its player. */
  | { is: 'open' | 'ended' }
  /** A run was to begin, and nobody knows whether it did: the same start says so. */
  | { is: 'begun'; startKey: string }
  | { is: 'closed' }
  | { is: 'under-age' }
  | { is: 'inactive' }
  | { is: 'ticket' }
  | { is: 'for-sale'; way: Way; kobo: number; feeKobo: number }
  /** There is no way to pay. */
  | { is: 'not-for-sale' };

export type Entry = {
  standing: Standing;
  contest: Contest | null;
  /** No ticket and no run without a date of birth. */
  isAgeDue: boolean;
  /** What each place of today's tiers pays so far; nothing while nobody tells. */
  tierParts: readonly TierPart[];
};

const NOTHING_TOLD = { isOpen: false, tierParts: [] };

/** Where the player stands before a run, as far as this phone knows; the server has the last word. */
export function useEntry(): Entry {
  const player = useSignedInPlayer();
  const offer = useQuery(offerQuery).data ?? DEFAULT_OFFER;
  const { data: told = NOTHING_TOLD } = useQuery({
    queryKey: [player.id, 'rush', 'open'],
    queryFn: async ({ signal }) => {
      try {
        return await findStanding(signal);
      } catch (error) {
        // An API without sealed runs.
        if (isApiError(error) && error.status === 404) return NOTHING_TOLD;
        throw error;
      }
    },
    enabled: env.hasAdditions,
    staleTime: 0,
    gcTime: 0,
  });
  useEffect(() => void checkSubscription(), []);

  const { contest } = offer;
  const { dob } = player;
  return { standing: standing(), contest, isAgeDue: !dob, tierParts: told.tierParts };

  function standing(): Standing {
    const kept = readKeptRun(player.id);
    if (told.isOpen || (kept?.own && !kept.own.ended)) return { is: 'open' };
    if (kept?.own || kept?.runId) return { is: 'ended' };
    if (kept) return { is: 'begun', startKey: kept.startKey };
    if (contest && !contest.isOpen) return { is: 'closed' };
    if (dob && !isAdult(dob, serverTime())) return { is: 'under-age' };
    if (!player.isActive) return { is: 'inactive' };
    if ((player.rushTickets ?? 0) > 0) return { is: 'ticket' };
    for (const way of ['card', 'mobile-money'] as const) {
      const quote = offer.ways.includes(way) && quoteOf(offer.prices, way, RUSH_TICKET);
      if (quote) return { is: 'for-sale', way, kobo: quote.kobo, feeKobo: quote.feeKobo };
    }
    return { is: 'not-for-sale' };
  }
}
