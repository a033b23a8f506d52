import { DEFAULT_OFFER, useKnownOffer } from '../../offer/offer.ts';
import { whoWins } from '../../rules/prize-words.ts';
import { useBrand } from '../../session/session.ts';
import { type PrizesToWin, prizesToWin } from './figures.ts';

/** What can be won by whoever reads, as far as this phone knows the operator's table. */
export function usePrizesToWin(): PrizesToWin {
  return prizesToWin(useKnownOffer() ?? DEFAULT_OFFER, useBrand());
}

/** Who wins on the boards of whoever reads; `null` where nobody does. */
export function useWhoWins(): string | null {
  const { prizes } = useKnownOffer() ?? DEFAULT_OFFER;
  return whoWins(prizes, useBrand().pool);
}
