import { DEFAULT_OFFER, useKnownOffer } from '../../offer/offer.ts';
import { whoWins } from '../../rules/prize-words.ts';
import { useBrand } from '../../session/session.ts';
import { type PrizesToWin, prizesToWin } from './figures.ts';

/** Gives the prizes that the reader can win, by the newest prize table that this phone has. */
export function usePrizesToWin(): PrizesToWin {
  return prizesToWin(useKnownOffer() ?? DEFAULT_OFFER, useBrand());
}

/** Gives words for who wins on the boards of the reader's network; `null` if nobody wins. */
export function useWhoWins(): string | null {
  const { prizes } = useKnownOffer() ?? DEFAULT_OFFER;
  return whoWins(prizes, useBrand().pool);
}
