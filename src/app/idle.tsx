import { useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { fetchSecondLine } from '../offline/fetch-second-line.ts';
import { keepDeck } from '../offline/keep-deck.ts';
import { hasDeckAtom } from '../offline/noted-deck.ts';
import { reloadOnceGone } from './gone-build.ts';

/** What no player waits for; its code comes once the phone has nothing better to do. */
export function Idle() {
  const setHasDeck = useSetAtom(hasDeckAtom);
  useEffect(() => {
    void keepDeck().then(setHasDeck);
    fetchSecondLine();
  }, [setHasDeck]);
  useEffect(() => reloadOnceGone(() => location.reload()), []);
  return null;
}
