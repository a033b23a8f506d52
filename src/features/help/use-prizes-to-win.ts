import { DEFAULT_OFFER, useKnownOffer } from '../../offer/offer.ts';
import { whoWins } from '../../rules/prize-words.ts';
import { useBrand } from '../../session/session.ts';
import { type PrizesToWin, prizesToWin } from './figures.ts';

/** The prizes that the reader can win, as far as this phone knows the operator's table. */
export function usePrizesToWin(): PrizesToWin {
  return prizesToWin(useKnownOffer() ?? DEFAULT_OFFER, useBrand());
}

/** The winners on the boards of the reader's network; `null` where nobody wins. */
export function useWhoWins(): string | null {
  const { prizes } = useKnownOffer() ?? DEFAULT_OFFER;
  return whoWins(prizes, useBrand().pool);
}
