import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Bar } from '../../../components/bar.tsx';
import { IconButton, LinkButton } from '../../../components/button.tsx';
import { CoinChip } from '../../../components/chip.tsx';
import { PageLink } from '../../../components/page-link.tsx';
import { Screen } from '../../../components/screen.tsx';
import { usePageStart } from '../../../components/use-page-start.ts';
import { useStill } from '../../../components/use-stays.ts';
import { paths } from '../../../config/paths.ts';
import { hasOwnEntryBefore } from '../../../lib/own-history.ts';
import { formatNumber } from '../../../rules/numbers.ts';
import { useSignedInPlayer } from '../../../session/use-player.ts';
import { purchaseAtom } from '../../../subscription/purchase.ts';
import { Conditions } from './conditions.tsx';
import styles from './entry-page.module.css';
import { PayBar } from './pay-bar.tsx';
import { PowerUpList } from './power-up-list.tsx';
import { RushHero } from './rush-hero.tsx';
import { TermsDialog } from './terms-dialog.tsx';
import { TicketPass } from './ticket-pass.tsx';
import { useEntry } from './use-entry.ts';

/** The way into Millionaire Rush (game.md#tournament-pages). */
export function RushEntryPage() {
  const navigate = useNavigate();
  const { pointBalance, rushTickets } = useSignedInPlayer();
  const entry = useEntry();
  const [areTermsOpen, setTermsOpen] = useState(false);
  usePageStart('Millionaire Rush');
  const coins = formatNumber(pointBalance);
  const isBuying = useAtomValue(purchaseAtom) !== null;
  // What is bought would push the page behind the purchase.
  const tickets = useStill(rushTickets ?? 0, isBuying);

  function goBack() {
    if (hasOwnEntryBefore()) navigate(-1);
    else navigate(paths.home, { replace: true });
  }

  return (
    <Screen>
      <Bar>
        <IconButton icon="back" aria-label="Back" className={styles.back} onClick={goBack} />
        <CoinChip amount={coins} label={`${coins} coins`} />
      </Bar>
      <main className={styles.main}>
        <RushHero />
        <div className={styles.page}>
          {tickets > 0 && <TicketPass tickets={tickets} />}
          <PowerUpList />
          <div className={styles.links}>
            <LinkButton onClick={() => setTermsOpen(true)}>View T&C</LinkButton>
            <PageLink to={paths.rushBoard} className={styles.link ?? ''}>
              View Leaderboard
            </PageLink>
          </div>
          <Conditions contest={entry.contest} />
        </div>
        <PayBar entry={entry} />
      </main>
      {areTermsOpen && <TermsDialog onClose={() => setTermsOpen(false)} />}
    </Screen>
  );
}
