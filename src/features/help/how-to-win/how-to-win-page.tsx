import { useNavigate } from 'react-router-dom';
import { Button } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { PageLink } from '../../../components/page-link.tsx';
import { PageScreen } from '../../../components/page-screen.tsx';
import { paths } from '../../../config/paths.ts';
import { useKnownOffer } from '../../../offer/use-known-offer.ts';
import { formatNumber } from '../../../rules/numbers.ts';
import { DAILY_PLAY_CAP } from '../../../rules/plays.ts';
import type { PrizeRow } from '../../../rules/prize-table.ts';
import { amountText } from '../../../rules/prize-words.ts';
import { gameCosts } from '../figures.ts';
import styles from '../help-page.module.css';
import { usePrizesToWin, useWhoWins } from '../use-prizes-to-win.ts';
import { DailyCash } from './daily-cash.tsx';
import { HowToPlay } from './how-to-play.tsx';
import { LevelCards } from './level-cards.tsx';
import { RaffleCard } from './raffle-card.tsx';
import { WeeklyCash } from './weekly-cash.tsx';

/** Tells of the prizes that can be won (game.md#what-how-to-win-tells). */
export function HowToWinPage() {
  const { weekly, monthly, raffle, daily } = usePrizesToWin();
  const who = useWhoWins();
  const promo = useKnownOffer()?.links.promo;
  const navigate = useNavigate();
  return (
    <PageScreen title="How To Win" backTo={paths.home}>
      {who && <p className={styles.lead}>{who}</p>}
      {weekly && (
        <>
          <HowToPlay weekly={weekly} />
          <WeeklyCash weekly={weekly} />
        </>
      )}
      {!weekly && <DailyCash daily={daily} />}
      {monthly && <MonthlyPrize monthly={monthly} />}
      {raffle && <RaffleCard raffle={raffle} />}
      {daily.length > 0 && (
        <Card small title="Millionaire Rush">
          <p>A tournament with a ticket, and cash for the best of every day.</p>
          <p className={styles.more}>
            <PageLink to={paths.promo}>Rules of Millionaire Rush</PageLink>
          </p>
        </Card>
      )}
      <LevelCards />
      <Card small title="Every day">
        <p>
          You have {DAILY_PLAY_CAP} games a day. They come back at midnight, Nigerian time. In a
          week that starts at 0 points a whole game takes {gameCosts()} coins.
        </p>
      </Card>
      <Button size="lg" onClick={() => navigate(paths.home)}>
        Play now
      </Button>
      {promo && (
        <p className={styles.more}>
          <a href={promo} target="_blank" rel="noopener">
            See the promo
          </a>
        </p>
      )}
      <p className={styles.more}>
        <PageLink to={paths.fairness}>How we check winners</PageLink>
      </p>
      <p className={styles.more}>
        More questions? Read the <PageLink to={paths.faqs}>FAQs and terms</PageLink>.
      </p>
    </PageScreen>
  );
}

/** The grand prize of the month (game.md#monthly-grand-prize). */
function MonthlyPrize({ monthly }: { monthly: PrizeRow }) {
  const { minCoinsBought } = monthly;
  return (
    <Card small title="Monthly grand prize">
      <p className={styles.big}>{amountText(monthly)}</p>
      <p>
        It goes to the player with the most points of the month
        {minCoinsBought > 0 && ` who bought at least ${formatNumber(minCoinsBought)} coins in it`}.
      </p>
    </Card>
  );
}
