import { useAtomValue } from 'jotai';
import { useState, useSyncExternalStore } from 'react';
import { Outlet } from 'react-router-dom';
import { Avatar } from '../components/avatar.tsx';
import { Bar, BarTitle } from '../components/bar.tsx';
import { IconButton } from '../components/button.tsx';
import { Chip, CoinChip } from '../components/chip.tsx';
import { PageLink } from '../components/page-link.tsx';
import { Screen } from '../components/screen.tsx';
import { toastInfo } from '../components/toast.ts';
import { useLoaded } from '../components/use-loaded.ts';
import { Wordmark } from '../components/wordmark.tsx';
import { env } from '../config/env.ts';
import { paths } from '../config/paths.ts';
import { messagesAtom, profileChangesAtom, resultsAtom } from '../outbox/outbox-atoms.ts';
import { sendNow } from '../outbox/schedule.ts';
import { formatNumber } from '../rules/numbers.ts';
import { playerName } from '../session/player-name.ts';
import { useSignedInPlayer } from '../session/use-player.ts';
import { BoostChip } from './boost-chip.tsx';
import { GreetingGate } from './greeting-gate.tsx';
import styles from './header-layout.module.css';
import { SideMenu } from './side-menu.tsx';
import { useMemoryWarning } from './use-memory-warning.ts';

/** It comes with the next parts that are fetched: few want to know at once what coins buy. */
const loadCoins = () =>
  import('../features/home/coins/coin-drawer.tsx').then((part) => part.CoinDrawer);

const loadSideBoard = () =>
  import('../features/leaderboard/side/side-board.tsx').then((part) => part.SideBoard);

const wide = globalThis.matchMedia?.('(min-width: 900px)');

/**
 * The bar above the pages: menu, wordmark, what waits to be sent, booster, coins and avatar. A page
 * with a `title` has that between menu and coins.
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

/** `1 result`, `2 results and 1 message`; `null` for nothing. */
function waitingText(counts: string[]): string | null {
  return counts.filter(Boolean).join(' and ') || null;
}

function counted(count: number, word: string): string {
  if (count === 0) return '';
  return count === 1 ? `1 ${word}` : `${count} ${word}s`;
}

/** A wide screen has room for the board beside the dashboard; a phone loads nothing of it. */
function SideBoardGate() {
  const isWide = useSyncExternalStore(subscribeToWidth, () => wide?.matches ?? false);
  const SideBoard = useLoaded(isWide ? loadSideBoard : null);
  return SideBoard && <SideBoard />;
}

function subscribeToWidth(listener: () => void): () => void {
  wide?.addEventListener('change', listener);
  return () => wide?.removeEventListener('change', listener);
}
