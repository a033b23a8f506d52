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

/** The dialog's state is checked so often. */
const LOOK_MS = 500;

/** The parts that the next taps open. */
const NEXT_PARTS: readonly (() => Promise<unknown>)[] = [
  () => import('./signed-in.tsx'),
  () => import('./header-layout.tsx'),
  () => import('../features/home/home-page.tsx'),
  () => import('../features/quiz/quiz-page.tsx'),
];

const loadInstall = () =>
  import('../features/install/install-host.tsx').then((part) => part.InstallHost);

/** Work that no player waits for; its code comes once the phone is idle. */
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
    if (!isDue || said.get() !== null) return;
    const timer = setInterval(() => {
      if (!mayComeUp()) return;
      clearInterval(timer);
      // Without a note it would be said on each visit.
      if (said.set('said')) toastSuccess(READY);
    }, LOOK_MS);
    return () => {
      clearInterval(timer);
      clearToast(READY);
    };
  }, [isDue]);
}

/**
 * Keeps the dashboard as it is left: the next start shows it until the app is there (ADR-0021).
 * Gives the way to stop.
 */
function keepLeft(): () => void {
  document.addEventListener('visibilitychange', noteLeft);
  return () => document.removeEventListener('visibilitychange', noteLeft);
}

function noteLeft(): void {
  if (document.visibilityState !== 'hidden') return;
  const left = leftHome();
  // A phone that refuses starts as ever.
  keptText('localStorage', LEFT_HOME_KEY).set(left && JSON.stringify(left));
}

/** The copy that index.html shows; `null` where another page is open, or where the page says that there is no line. */
function leftHome() {
  const player = playerOf(currentSession());
  if (!player || !isSignedInAs(player.id) || location.pathname !== paths.home) return null;
  if ('dialog' in document.documentElement.dataset || networkNow() === 'none') return null;
  const page = document.getElementById('app')?.cloneNode(true);
  if (!(page instanceof HTMLElement) || !page.querySelector('main li button')) return null;
  // Nobody knows the state of the line then.
  page.querySelector(`.${notice.flat}`)?.remove();
  return {
    player: player.id,
    /** Epoch milliseconds: points and place of a week are not shown in the next one. */
    until: weekOf(Date.now()).endsAt,
    width: innerWidth,
    css: cssText(),
    html: page.innerHTML,
  };
}

/** Every rule of a file; the document's own rules are in the next one, too. */
function cssText(): string {
  const files = [...document.styleSheets].filter(({ href, disabled }) => href && !disabled);
  return files.flatMap(({ cssRules }) => [...cssRules].map((rule) => rule.cssText)).join('');
}
