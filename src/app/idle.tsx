import { useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { startMeter } from '../offline/data-meter.ts';
import { fetchSecondLine } from '../offline/fetch-second-line.ts';
import { keepDeck } from '../offline/keep-deck.ts';
import { hasDeckAtom } from '../offline/noted-deck.ts';
import { usePlayer } from '../session/use-player.ts';

/** What no player waits for; its code comes once the phone has nothing better to do. */
export function Idle() {
  const setHasDeck = useSetAtom(hasDeckAtom);
  useEffect(() => {
    void keepDeck().then(setHasDeck);
    fetchSecondLine();
    startMeter();
  }, [setHasDeck]);
  const isPlayer = usePlayer() !== null;
  useEffect(() => {
    if (isPlayer)
      void import('../offline/slow-line.ts').then(
        (part) => part.watchLine(),
        () => {},
      );
  }, [isPlayer]);
  return null;
}
