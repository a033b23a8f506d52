import { useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { matchPath, useLocation } from 'react-router-dom';
import { clearToast, toastSuccess } from '../components/toast.ts';
import { useLoaded } from '../components/use-loaded.ts';
import { paths } from '../config/paths.ts';
import { COPY_SAID_KEY } from '../config/storage-keys.ts';
import { mayComeUp } from '../lib/popup-order.ts';
import { startReports } from '../lib/reports/start-reports.ts';
import { onTimeLearned } from '../lib/server-clock.ts';
import { startMeter } from '../offline/data-meter.ts';
import { keepDeck } from '../offline/keep-deck.ts';
import { hasDeckAtom } from '../offline/noted-deck.ts';
import { fetchSecondLine, useIsCopyWhole } from '../offline/offline-copy.ts';
import { dropOldCopies } from '../offline/query-persister.ts';
import { watchLine } from '../offline/slow-line.ts';
import { usePlayer } from '../session/use-player.ts';
import { reloadOnceGone } from './gone-build.ts';
import { keepLeft } from './keep-left.ts';
import { NewVersionCard } from './new-version-card.tsx';

/** Where questions stand. */
const ASKING = [
  paths.quiz,
  paths.quizByState,
  paths.rushPlay,
  paths.proof,
  paths.practice,
  paths.passThePhone,
  paths.tryFive,
];

const READY = 'Ready to play offline';

/** How often it is looked whether a dialog is still open. */
const LOOK_MS = 500;

/** What the next taps lead to. */
const NEXT_PARTS: readonly (() => Promise<unknown>)[] = [
  () => import('./signed-in.tsx'),
  () => import('./header-layout.tsx'),
  () => import('../features/home/dashboard/home-page.tsx'),
  () => import('../features/quiz/quiz-page.tsx'),
];

const loadInstall = () =>
  import('../features/install/install-host.tsx').then((part) => part.InstallHost);

/** What no player waits for; its code comes once the phone has nothing better to do. */
export function Idle({ hasOutbox }: { hasOutbox: boolean }) {
  const setHasDeck = useSetAtom(hasDeckAtom);
  useEffect(startReports, []);
  useEffect(() => {
    void dropOldCopies();
    return onTimeLearned(() => void dropOldCopies());
  }, []);
  useEffect(keepLeft, []);
  useEffect(() => {
    void keepDeck().then(setHasDeck);
    startMeter();
  }, [setHasDeck]);
  useEffect(() => reloadOnceGone(() => location.reload()), []);
  const isPlayer = usePlayer() !== null;
  useEffect(() => (isPlayer ? watchLine() : undefined), [isPlayer]);
  const isWhole = useIsCopyWhole();
  useSayReady(isWhole);
  useEffect(() => {
    if (!isWhole) return;
    fetchSecondLine();
    readAhead();
  }, [isWhole]);
  const InstallHost = useLoaded(hasOutbox ? loadInstall : null);
  return (
    <>
      <NewVersionCard />
      {InstallHost && <InstallHost />}
    </>
  );
}

/** Reads the code that the next taps lead to: it is on the phone, and then it is ready as well. */
function readAhead(): void {
  for (const part of NEXT_PARTS) part().catch(() => undefined);
}

/** Says once on this phone that the game plays without a line; over no question and no dialog. */
function useSayReady(isWhole: boolean): void {
  const { pathname } = useLocation();
  const isDue = isWhole && !ASKING.some((path) => matchPath(path, pathname));
  useEffect(() => {
    if (!isDue || wasSaid()) return;
    const timer = setInterval(() => {
      if (!mayComeUp()) return;
      clearInterval(timer);
      if (noteSaid()) toastSuccess(READY);
    }, LOOK_MS);
    return () => {
      clearInterval(timer);
      clearToast(READY);
    };
  }, [isDue]);
}

/** Where nothing is noted it would be said on each visit. */
function wasSaid(): boolean {
  try {
    return localStorage.getItem(COPY_SAID_KEY) !== null;
  } catch {
    return true;
  }
}

function noteSaid(): boolean {
  try {
    localStorage.setItem(COPY_SAID_KEY, 'said');
    return true;
  } catch {
    return false;
  }
}
