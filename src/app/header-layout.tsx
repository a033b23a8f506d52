import { useAtomValue } from 'jotai';
import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react';
import { Outlet } from 'react-router-dom';
import { Avatar } from '../components/avatar.tsx';
import { Wordmark } from '../components/brand.tsx';
import { IconButton } from '../components/button.tsx';
import { Chip, CoinChip } from '../components/chip.tsx';
import { Bar, BarTitle, PageLink } from '../components/page.tsx';
import { Screen, useLoaded } from '../components/screens.tsx';
import { toastInfo, toastWarning } from '../components/toast.ts';
import { env } from '../config/env.ts';
import { paths } from '../config/paths.ts';
import { SESSION_KEY } from '../config/storage-keys.ts';
import { storedText } from '../lib/kept.ts';
import { announce, lookUntil, mayGreet } from '../lib/popup-order.ts';
import { messagesAtom, profileChangesAtom, resultsAtom, sendNow } from '../outbox/schedule.ts';
import { formatNumber } from '../rules/numbers.ts';
import { playerName } from '../session/player-name.ts';
import { storageRefusedAtom, usePlayer, useSignedInPlayer } from '../session/session.ts';
import styles from './header-layout.module.css';
import { BoostChip, SideMenu } from './menu.tsx';

/** Loads the coin drawer only when it is opened, because few players ask at once what coins buy. */
const loadCoins = () => import('../features/home/coin-drawer.tsx').then((part) => part.CoinDrawer);

const loadSideBoard = () =>
  import('../features/leaderboard/side-board.tsx').then((part) => part.SideBoard);

const wide = globalThis.matchMedia?.('(min-width: 900px)');

/**
 * The bar above the pages: menu, wordmark, entries that wait to be sent, booster, coins and avatar. On
 * a page with a `title`, the title is between menu and coins.
 */
export function HeaderLayout({ title }: { title?: string }) {
  const player = useSignedInPlayer();
  const coins = formatNumber(player.pointBalance);
  const [isMenuOpen, setMenuOpen] = useState(false);
  const [areCoinsOpen, setCoinsOpen] = useState(false);
  const CoinDrawer = useLoaded(areCoinsOpen ? loadCoins : null);
  useMemoryWarning();
  return (
    <Screen>
      <Bar>
        <IconButton icon="menu" aria-label="Menu" onClick={() => setMenuOpen(true)} />
        {title ? <BarTitle>{title}</BarTitle> : <Wordmark className={styles.logo} />}
        <WaitingChip />
        {!title && <BoostChip />}
        <CoinChip amount={coins} label={`${coins} coins`} onClick={() => setCoinsOpen(true)} />
        {!title && (
          <PageLink to={paths.profile} aria-label="Profile" className={styles.avatar ?? ''}>
            <Avatar id={player.id} name={playerName(player)} image={player.image} size="sm" />
          </PageLink>
        )}
      </Bar>
      <Outlet />
      {!title && <SideBoardGate />}
      {!title && env.hasAdditions && <GreetingGate />}
      {isMenuOpen && <SideMenu player={player} onClose={() => setMenuOpen(false)} />}
      {CoinDrawer && <CoinDrawer player={player} onClose={() => setCoinsOpen(false)} />}
    </Screen>
  );
}

function WaitingChip() {
  const results = useAtomValue(resultsAtom).filter(({ refusal }) => !refusal).length;
  const messages = useAtomValue(messagesAtom).filter(({ refusal }) => !refusal).length;
  const changes = useAtomValue(profileChangesAtom).filter(({ refusal }) => !refusal).length;
  const text = waitingText([
    counted(results, 'result'),
    counted(messages, 'message'),
    counted(changes, 'profile change'),
  ]);
  if (text === null) return null;
  const send = () => {
    toastInfo(`Sending ${text}`);
    void sendNow();
  };
  return (
    <Chip icon="cloud-up" label={`${text} waiting to send`} onClick={send}>
      {results + messages + changes}
    </Chip>
  );
}

/**
 * Joins the counts of waiting entries: `1 result`, `2 results and 1 message`. Gives `null` if nothing
 * waits.
 */
function waitingText(counts: string[]): string | null {
  return counts.filter(Boolean).join(' and ') || null;
}

function counted(count: number, word: string): string {
  if (count === 0) return '';
  return count === 1 ? `1 ${word}` : `${count} ${word}s`;
}

/** Shows the board next to the dashboard on a wide screen. A narrow screen does not load it. */
function SideBoardGate() {
  const isWide = useSyncExternalStore(subscribeToWidth, () => wide?.matches ?? false);
  const SideBoard = useLoaded(isWide ? loadSideBoard : null);
  return SideBoard && <SideBoard />;
}

function subscribeToWidth(listener: () => void): () => void {
  wide?.addEventListener('change', listener);
  return () => wide?.removeEventListener('change', listener);
}

const loadGreeting = () =>
  import('../features/rewards/win-greeting.tsx').then((part) => part.WinGreeting);

type Greeting = ComponentType<{ onDone: () => void }>;

/** The player whose wins were already asked for since the app was opened. */
let askedFor: string | null = null;

/** Greets the player for their wins since the last opening (rewards.md#greeting). */
export function GreetingGate() {
  const { id: playerId } = useSignedInPlayer();
  const [Part, setPart] = useState<Greeting | null>(null);
  const [isDone, setDone] = useState(askedFor === playerId);

  useEffect(() => {
    if (isDone) return;
    const arrive = announce('greeting');
    const stop = lookUntil(() => {
      if (!mayGreet()) return false;
      askedFor = playerId;
      // Offline, the greeting's code may be missing. The greeting then comes at the next opening.
      loadGreeting().then(
        (part) => setPart(() => part),
        () => setDone(true),
      );
      return true;
    });
    return () => {
      stop();
      arrive();
    };
  }, [isDone, playerId]);

  return Part && !isDone ? <Part onDone={() => setDone(true)} /> : null;
}

/** The last player whom this page has warned. */
let warnedOf = '';

/** Warns a player once, if the phone cannot remember them, that they will have to sign in again. */
export function useMemoryWarning(): void {
  const playerId = usePlayer()?.id;
  const isRefused = useAtomValue(storageRefusedAtom);
  useEffect(() => {
    if (!playerId || warnedOf === playerId || !isForgotten(playerId, isRefused)) return;
    warnedOf = playerId;
    toastWarning('This phone cannot remember you. You will have to sign in again next time.');
  }, [isRefused, playerId]);
}

/**
 * Whether the phone will not know the player at the next start. A full phone refuses the new session,
 * but it knows the player if it still has an older session of theirs.
 */
function isForgotten(playerId: string, isRefused: boolean): boolean {
  const stored = storedText('localStorage', SESSION_KEY);
  return stored === undefined || (isRefused && !stored?.includes(JSON.stringify(playerId)));
}
