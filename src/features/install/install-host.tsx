import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useEffectEvent, useState } from 'react';
import { toastSuccess } from '../../components/toast.ts';
import { findFocus } from '../../components/use-page-start.ts';
import { track } from '../../lib/analytics.ts';
import { serverTime } from '../../lib/server-clock.ts';
import { installAtom } from '../../offline/install-atom.ts';
import { badgeResults, waitingResults } from '../../outbox/badge.ts';
import { resultsAtom } from '../../outbox/outbox-atoms.ts';
import { roundAtom } from '../../round/saved-round.ts';
import { isRoundOver } from '../../rules/round.ts';
import { browserSteps } from './browser-steps.ts';
import { InstallCard } from './install-card.tsx';
import { askBy, useInstallOffer } from './install-offer.ts';
import { installProgress, isCardDue, noteInstall } from './install-progress.ts';
import { InstallSheet } from './install-sheet.tsx';
import { isStandalone, keepStorage } from './standalone.ts';
import { useStillHome } from './use-still-home.ts';

/** Installing the app, and what an installed one has for it (flows.md#install). */
export function InstallHost() {
  const [offer, takeOffer] = useInstallOffer();
  const [progress, setProgress] = useState(installProgress);
  const [steps] = useState(() => browserSteps(navigator));
  const [isSheetOpen, setSheetOpen] = useState(false);
  const rounds = useFinishedRounds();
  const setInstall = useSetAtom(installAtom);
  const isDue = offer !== null && isCardDue({ ...progress, rounds }, isStandalone(), serverTime());
  const isCardShown = useStillHome(isDue) && isDue;
  // A browser that offers it again says that the app was removed.
  const isThere = isStandalone() || (progress.isInstalled && !offer);
  const isPossible = !isThere && (offer !== null || steps !== null);
  useBadge();

  function note(change: Parameters<typeof noteInstall>[0]) {
    noteInstall(change);
    setProgress(installProgress());
  }

  function dismiss() {
    note({ dismissedAt: serverTime() });
    queueMicrotask(findFocus);
  }

  async function ask() {
    if (!offer) return setSheetOpen(true);
    takeOffer();
    const isAccepted = await askBy(offer);
    if (isAccepted === false) dismiss();
    if (isAccepted === null) setSheetOpen(true);
  }

  const start = useEffectEvent(() => void ask());
  const installed = useEffectEvent(() => {
    takeOffer();
    setSheetOpen(false);
    note({ isInstalled: true });
    toastSuccess('Thank you! The game is installed.');
    track('App Installed');
    void keepStorage();
  });

  useEffect(() => {
    setInstall(isPossible ? { start: () => start() } : null);
    return () => setInstall(null);
  }, [isPossible, setInstall]);

  useEffect(() => {
    // Whoever opens the installed app has installed it, whatever the browser told.
    if (!isStandalone()) return;
    noteInstall({ isInstalled: true });
    void keepStorage();
  }, []);

  useEffect(() => {
    const onInstalled = () => installed();
    addEventListener('appinstalled', onInstalled);
    return () => removeEventListener('appinstalled', onInstalled);
  }, []);

  return (
    <>
      {isCardShown && <InstallCard onInstall={() => void ask()} onDismiss={dismiss} />}
      {isSheetOpen && steps && <InstallSheet steps={steps} onClose={() => setSheetOpen(false)} />}
    </>
  );
}

function useBadge(): void {
  const waiting = waitingResults(useAtomValue(resultsAtom));
  useEffect(() => void badgeResults(waiting), [waiting]);
}

/** Counts each round that ends on this page; gives how many have ended on this phone. */
function useFinishedRounds(): number {
  const [rounds, setRounds] = useState(() => installProgress().rounds);
  const round = useAtomValue(roundAtom);
  const ended = round?.state && isRoundOver(round.state) ? round.key : null;
  useEffect(() => {
    if (!ended) return;
    const counted = installProgress().rounds + 1;
    noteInstall({ rounds: counted });
    setRounds(counted);
  }, [ended]);
  return rounds;
}
