import { useNavigate } from 'react-router-dom';
import { Button } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { PageLink } from '../../../components/page-link.tsx';
import { PageScreen } from '../../../components/page-screen.tsx';
import { paths } from '../../../config/paths.ts';
import { formatNaira } from '../../../rules/money.ts';
import { formatNumber } from '../../../rules/numbers.ts';
import { DAILY_PLAY_CAP } from '../../../rules/plays.ts';
import { MONTHLY_GRAND_PRIZE_NAIRA, MONTHLY_MIN_COINS_BOUGHT } from '../../../rules/prizes.ts';
import { useBrand } from '../../../session/use-brand.ts';
import { gameCosts } from '../figures.ts';
import styles from '../help-page.module.css';
import { DailyCash } from './daily-cash.tsx';
import { HowToPlay } from './how-to-play.tsx';
import { LevelCards } from './level-cards.tsx';
import { WeeklyCash } from './weekly-cash.tsx';

/** Tells of the prizes that the brand has (game.md#what-how-to-win-tells). */
export function HowToWinPage() {
  const { prizes } = useBrand();
  const navigate = useNavigate();
  return (
    <PageScreen title="How To Win" backTo={paths.home}>
      {prizes.includes('weekly-cash') ? (
        <>
          <HowToPlay />
          <WeeklyCash />
        </>
      ) : (
        <DailyCash />
      )}
      {prizes.includes('monthly-prize') && <MonthlyPrize />}
      <LevelCards />
      <Card small title="Every day">
        <p>
          You have {DAILY_PLAY_CAP} games a day. They come back at 00:00 Nigerian time. In a week
          that starts at 0 points a whole game takes {gameCosts()} coins.
        </p>
      </Card>
      <Button size="lg" onClick={() => navigate(paths.home)}>
        Play now
      </Button>
      <p className={styles.more}>
        More questions? Read the <PageLink to={paths.faqs}>FAQs and terms</PageLink>.
      </p>
    </PageScreen>
  );
}

/** The grand prize of the month (game.md#monthly-grand-prize). */
function MonthlyPrize() {
  return (
    <Card small title="Monthly grand prize">
      <p className={styles.big}>{formatNaira(MONTHLY_GRAND_PRIZE_NAIRA)}</p>
      <p>
        It goes to the player with the most points of the month who bought at least{' '}
        {formatNumber(MONTHLY_MIN_COINS_BOUGHT)} coins in it.
      </p>
    </Card>
  );
}
