import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { Outlet } from 'react-router-dom';
import { BoostChip } from '../components/boost-chip.tsx';
import { IconButton } from '../components/button.tsx';
import { Chip, CoinChip } from '../components/chip.tsx';
import { toastInfo } from '../components/toast.ts';
import { Wordmark } from '../components/wordmark.tsx';
import { outboxAtom } from '../offline/outbox-atom.ts';
import { sendNow } from '../offline/outbox-loop.ts';
import { formatNumber } from '../rules/numbers.ts';
import { useSignedInPlayer } from '../session/use-player.ts';
import styles from './header-layout.module.css';
import { SideMenu } from './side-menu.tsx';

/** The bar above the pages: menu, wordmark, what waits to be sent, booster and coins. */
export function HeaderLayout() {
  const player = useSignedInPlayer();
  const coins = formatNumber(player.pointBalance);
  const [isMenuOpen, setMenuOpen] = useState(false);
  return (
    <div className={styles.screen}>
      <header className={`${styles.bar} on-night`}>
        <IconButton icon="menu" aria-label="Menu" onClick={() => setMenuOpen(true)} />
        <Wordmark className={styles.logo} />
        <WaitingChip />
        <BoostChip />
        <CoinChip amount={coins} label={`${coins} coins`} />
      </header>
      <Outlet />
      {isMenuOpen && <SideMenu player={player} onClose={() => setMenuOpen(false)} />}
    </div>
  );
}

/** How many results wait; a tap sends them. */
function WaitingChip() {
  const waiting = useAtomValue(outboxAtom).filter(({ refusal }) => !refusal).length;
  if (waiting === 0) return null;
  const send = () => {
    toastInfo('Sending your results');
    void sendNow();
  };
  return (
    <Chip
      icon="cloud-up"
      label={waiting === 1 ? '1 result waiting to send' : `${waiting} results waiting to send`}
      onClick={send}
    >
      {waiting}
    </Chip>
  );
}
