import { useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { useLoaded } from '../components/use-loaded.ts';
import { fetchSecondLine } from '../offline/fetch-second-line.ts';
import { keepDeck } from '../offline/keep-deck.ts';
import { hasDeckAtom } from '../offline/noted-deck.ts';

const loadInstall = () =>
  import('../features/install/install-host.tsx').then((part) => part.InstallHost);

/** What no player waits for; its code comes once the phone has nothing better to do. */
export function Idle({ hasOutbox }: { hasOutbox: boolean }) {
  const setHasDeck = useSetAtom(hasDeckAtom);
  useEffect(() => {
    void keepDeck().then(setHasDeck);
    fetchSecondLine();
  }, [setHasDeck]);
  const InstallHost = useLoaded(hasOutbox ? loadInstall : null);
  return InstallHost && <InstallHost />;
}
