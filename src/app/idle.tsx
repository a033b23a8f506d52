import { useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { matchPath, useLocation } from 'react-router-dom';
import notice from '../components/notice.module.css';
import { useLoaded } from '../components/screens.tsx';
import { clearToast, toastSuccess } from '../components/toast.ts';
import { paths } from '../config/paths.ts';
import { COPY_SAID_KEY, LEFT_HOME_KEY } from '../config/storage-keys.ts';
import { keptText } from '../lib/kept.ts';
import { mayComeUp } from '../lib/popup-order.ts';
import { networkNow } from '../lib/reachability.ts';
import { startReports } from '../lib/reports.ts';
import { onTimeLearned } from '../lib/server-clock.ts';
import { startMeter } from '../offline/data-meter.ts';
import { keepDeck } from '../offline/keep-deck.ts';
import { hasDeckAtom } from '../offline/noted-deck.ts';
import { fetchSecondLine, useIsCopyWhole } from '../offline/offline-copy.ts';
import { dropOldCopies } from '../offline/query-persister.ts';
import { watchLine } from '../offline/slow-line.ts';
import { weekOf } from '../rules/calendar.ts';
import { currentSession, isSignedInAs, playerOf, usePlayer } from '../session/session.ts';
import { NewVersionCard, reloadOnceGone } from './new-build.tsx';

/** The pages that show questions. */
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

const said = keptText('localStorage', COPY_SAID_KEY);

/** How often to check whether the toast may come up, in milliseconds. */
const LOOK_MS = 500;

/** The parts of the app that the next taps are likely to open. */
const NEXT_PARTS: readonly (() => Promise<unknown>)[] = [
  () => import('./signed-in.tsx'),
  () => import('./header-layout.tsx'),
  () => import('../features/home/home-page.tsx'),
  () => import('../features/quiz/quiz-page.tsx'),
];

const loadInstall = () =>
  import('../features/install/install-host.tsx').then((part) => part.InstallHost);

/** The work that no player waits for. Its code is loaded once the phone is idle. */
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

/**
 * Loads the code that the next taps need. It is on the phone already, so this only makes it ready to
 * run.
 */
function readAhead(): void {
  for (const part of NEXT_PARTS) part().catch(() => undefined);
}

/** Says once on this phone that the game plays offline, but not over a question or a dialog. */
function useSayReady(isWhole: boolean): void {
  const { pathname } = useLocation();
  const isDue = isWhole && !ASKING.some((path) => matchPath(path, pathname));
  useEffect(() => {
    if (!isDue || said.get() !== null) return;
    const timer = setInterval(() => {
      if (!mayComeUp()) return;
      clearInterval(timer);
      // If the phone cannot keep this note, nothing is said: it would be said on each visit.
      if (said.set('said')) toastSuccess(READY);
    }, LOOK_MS);
    return () => {
      clearInterval(timer);
      clearToast(READY);
    };
  }, [isDue]);
}

/**
 * Keeps a copy of the dashboard whenever the player leaves the app. The next start shows this copy
 * until the app is loaded (ADR-0021). Gives the way to stop.
 */
function keepLeft(): () => void {
  document.addEventListener('visibilitychange', noteLeft);
  return () => document.removeEventListener('visibilitychange', noteLeft);
}

function noteLeft(): void {
  if (document.visibilityState !== 'hidden') return;
  const left = leftHome();
  // If the phone refuses to keep the copy, the next start is the usual one.
  keptText('localStorage', LEFT_HOME_KEY).set(left && JSON.stringify(left));
}

/**
 * Makes the copy that index.html shows. Gives `null` if another page or a dialog is open, or the
 * network is out of reach.
 */
function leftHome() {
  const player = playerOf(currentSession());
  if (!player || !isSignedInAs(player.id) || location.pathname !== paths.home) return null;
  if ('dialog' in document.documentElement.dataset || networkNow() === 'none') return null;
  const page = document.getElementById('app')?.cloneNode(true);
  if (!(page instanceof HTMLElement) || !page.querySelector('main li button')) return null;
  // The strip about the network is left out, because the network's state at the next start is unknown.
  page.querySelector(`.${notice.flat}`)?.remove();
  return {
    player: player.id,
    /**
     * The week's end in epoch milliseconds. Points and places of a week must not be shown in the next
     * week.
     */
    until: weekOf(Date.now()).endsAt,
    width: innerWidth,
    css: cssText(),
    html: page.innerHTML,
  };
}

/** Gives the rules of all stylesheet files. The document's own rules will be in the next document too. */
function cssText(): string {
  const files = [...document.styleSheets].filter(({ href, disabled }) => href && !disabled);
  return files.flatMap(({ cssRules }) => [...cssRules].map((rule) => rule.cssText)).join('');
}
