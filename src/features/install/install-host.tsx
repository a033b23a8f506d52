import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { Button } from '../../components/button.tsx';
import { Dialog, useStrayTaps } from '../../components/dialog.tsx';
import { findFocus } from '../../components/screens.tsx';
import { toastSuccess } from '../../components/toast.ts';
import { paths } from '../../config/paths.ts';
import { track } from '../../lib/analytics.ts';
import { lookUntil, mayComeUp } from '../../lib/popup-order.ts';
import { serverTime } from '../../lib/server-clock.ts';
import { installAtom } from '../../offline/install-atom.ts';
import { badgeResults, waitingResults } from '../../outbox/badge.ts';
import { resultsAtom } from '../../outbox/schedule.ts';
import { roundAtom } from '../../round/store.ts';
import { isRoundOver } from '../../rules/round.ts';
import {
  askBy,
  browserSteps,
  installProgress,
  isCardDue,
  isStandalone,
  keepStorage,
  noteInstall,
  useInstallOffer,
} from './install.ts';
import styles from './install-host.module.css';

/** Offers to install the app, and shows waiting results on an installed app's icon (offline.md#install). */
export function InstallHost() {
  const [offer, takeOffer] = useInstallOffer();
  const [progress, setProgress] = useState(installProgress);
  const [steps] = useState(() => browserSteps(navigator));
  const [isSheetOpen, setSheetOpen] = useState(false);
  const rounds = useFinishedRounds();
  const setInstall = useSetAtom(installAtom);
  const isDue = offer !== null && isCardDue({ ...progress, rounds }, isStandalone(), serverTime());
  const isCardShown = useStillHome(isDue) && isDue;
  // A browser offers to install again once the app was removed.
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
    // A player in the installed app has installed it, even if the browser sent no `appinstalled`.
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

/** Counts each round that ends while this page is open, and gives how many have ended on this phone. */
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

type InstallCardProps = { onInstall: () => void; onDismiss: () => void };

/** Offers to install the app, at the bottom of the dashboard (offline.md#install). */
function InstallCard({ onInstall, onDismiss }: InstallCardProps) {
  const titleId = useId();
  const ignoreStrayTap = useStrayTaps();
  return (
    <div className={styles.place} onClickCapture={ignoreStrayTap}>
      <section className={styles.card} aria-labelledby={titleId}>
        <img src="/favicon.svg" alt="" width={52} height={52} />
        <div>
          <h2 id={titleId}>Put this game on your phone</h2>
          <p>Opens like an app. Plays without network.</p>
        </div>
        <div className={styles.ways}>
          <Button colour="line" onClick={onDismiss}>
            Not now
          </Button>
          <Button onClick={onInstall}>Install</Button>
        </div>
      </section>
    </div>
  );
}

type InstallSheetProps = { steps: readonly string[]; onClose: () => void };

/** Lists the steps to install the app in a browser that cannot be made to ask (offline.md#install). */
function InstallSheet({ steps, onClose }: InstallSheetProps) {
  return (
    <Dialog variant="sheet" title="Install app" onClose={onClose}>
      <p className={styles.lead}>
        It opens like an app and plays without network. No store needed. In this browser:
      </p>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </Dialog>
  );
}

/** How many checks in a row must find the dashboard without a dialog, so that promotions come first. */
const STILL_LOOKS = 5;

/**
 * Whether no dialog, greeting or promotion has come up since the dashboard was opened, and no new version of
 * the app waits, whose card would be in the same place.
 */
function useStillHome(isWanted: boolean): boolean {
  const { pathname } = useLocation();
  const [isStill, setStill] = useState(false);
  const isHome = isWanted && pathname === paths.home;
  useEffect(() => {
    if (!isHome) return;
    const gone = new AbortController();
    let looks = 0;
    const stop = lookUntil(() => {
      // Each opening of the dashboard shows only the first dialog that is due.
      if ('dialog' in document.documentElement.dataset) return true;
      if (mayComeUp()) looks += 1;
      if (looks < STILL_LOOKS) return false;
      void setUnlessNewVersion(setStill, gone.signal);
      return true;
    });
    return () => {
      stop();
      gone.abort();
      setStill(false);
    };
  }, [isHome]);
  return isStill;
}

async function setUnlessNewVersion(setStill: (isStill: boolean) => void, signal: AbortSignal) {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  if (registration?.waiting || signal.aborted) return;
  registration?.addEventListener('updatefound', () => setStill(false), { signal });
  setStill(true);
}
