import { useLocation, useNavigate } from 'react-router-dom';
import { usePageStart } from '../../components/screens.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { env } from '../../config/env.ts';
import { WINNINGS_ANCHOR } from '../../config/paths.ts';
import { useBrand } from '../../session/session.ts';
import { RafflePanel } from './raffle.tsx';
import styles from './rewards-page.module.css';
import { WinningsPanel } from './winnings.tsx';

const RAFFLE = { value: 'raffle', label: 'Raffle Draw' } as const;
const WINNINGS = { value: WINNINGS_ANCHOR, label: 'My winnings' } as const;

/** The player's prizes and, on a network that has it, the raffle (rewards.md#rewards-page). */
export function RewardsPage() {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const hasRaffle = useBrand().prizes.includes('raffle');
  const isWinnings = !hasRaffle || (env.hasAdditions && hash === `#${WINNINGS.value}`);
  const tab = isWinnings ? WINNINGS : RAFFLE;
  usePageStart(tab.label);
  const panel = isWinnings ? <WinningsPanel /> : <RafflePanel />;

  return (
    <main className={styles.main}>
      {hasRaffle && env.hasAdditions ? (
        <Tabs
          label="Rewards"
          tabs={[RAFFLE, WINNINGS]}
          value={tab.value}
          onChange={(value) =>
            navigate({ hash: value === RAFFLE.value ? '' : value }, { replace: true })
          }
        >
          {panel}
        </Tabs>
      ) : (
        panel
      )}
    </main>
  );
}
