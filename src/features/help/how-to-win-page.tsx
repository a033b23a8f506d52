import { useNavigate } from 'react-router-dom';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { PageLink, PageScreen } from '../../components/page.tsx';
import { paths } from '../../config/paths.ts';
import { useKnownOffer } from '../../offer/offer.ts';
import { LEVEL_NAMES, LEVELS, QUESTIONS_PER_ROUND } from '../../rules/levels.ts';
import { formatNumber, ordinal } from '../../rules/numbers.ts';
import { ADULT_AGE_YEARS } from '../../rules/players.ts';
import { DAILY_PLAY_CAP } from '../../rules/plays.ts';
import { amountText, leastText, shareText } from '../../rules/prize-words.ts';
import {
  POINTS_PER_RAFFLE_TICKET,
  type PrizeRow,
  RAFFLE_STREAK_DAYS,
  RAFFLE_TICKET_PLAY,
} from '../../rules/prizes.ts';
import {
  coinRows,
  DAILY_TIER_HEADS,
  DAY_TIER_RULE,
  dailyTierRows,
  gameCosts,
  LEVEL_HEADS,
  pointRows,
  REWARD_HEADS,
  rewardRows,
  rewardSum,
  secondsOf,
} from './figures.ts';
import styles from './help-page.module.css';
import { CashTime, HelpTable } from './help-table.tsx';
import { usePrizesToWin, useWhoWins } from './use-prizes-to-win.ts';

/** Lists the prizes that can be won (game.md#what-how-to-win-tells). */
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

/** Shows the grand prize of the month (game.md#monthly-grand-prize). */
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

const LEVEL_WORDS = LEVELS.map((level) => LEVEL_NAMES[level]).join(', ');

function HowToPlay({ weekly }: { weekly: PrizeRow }) {
  return (
    <Card small title="How to play">
      <ol className={styles.steps}>
        <li>Choose a competition.</li>
        <li>Choose a level: {LEVEL_WORDS}.</li>
        <li>Answer {QUESTIONS_PER_ROUND} questions before the clock runs out.</li>
        <li>Every right answer earns points. Points move you up the leaderboard.</li>
        <li>Be in the top {weekly.places} when the week ends on Sunday at midnight.</li>
      </ol>
    </Card>
  );
}

/** Shows the tiers of a day and their cash (game.md#tiers-of-the-day). */
function DailyCash({ daily }: { daily: readonly PrizeRow[] }) {
  const [first] = daily;
  if (!first) return null;
  const minimum = leastText(first);
  const share = shareText(first);
  return (
    <Card small title="Daily cash">
      <p className={styles.lead}>Every day the top {first.places} of each tier win.</p>
      <p>{DAY_TIER_RULE}:</p>
      <HelpTable heads={DAILY_TIER_HEADS} rows={dailyTierRows(daily)} />
      {minimum && <p>It is paid with {minimum}.</p>}
      {share && <p>{share}</p>}
      <p>The day starts again at midnight.</p>
      <CashTime />
    </Card>
  );
}

const EXAMPLE_POINTS = 7000;

/** Shows the cash of the week's first places (game.md#weekly-cash). */
function WeeklyCash({ weekly }: { weekly: PrizeRow }) {
  const { places, minPoints, naira } = weekly;
  return (
    <Card small title="Weekly cash">
      <p className={styles.lead}>
        The top {places} of the week win {amountText(weekly)}.
      </p>
      <p>You need at least {formatNumber(minPoints)} points.</p>
      {naira === 'bands' && (
        <>
          <p>Each of them brings cash, and more points never win less:</p>
          <HelpTable heads={REWARD_HEADS} rows={rewardRows()} />
          <p>
            In the top {places} with {formatNumber(EXAMPLE_POINTS)} points you get{' '}
            {rewardSum(weekly, EXAMPLE_POINTS)}.
          </p>
        </>
      )}
      <CashTime />
    </Card>
  );
}

const TIER_HEADS = ["This week's points", ...LEVEL_HEADS];

/** Shows time, coins and points of the three levels, by the player's tier (game.md#tiers). */
function LevelCards() {
  return (
    <Card small title="Levels">
      <h3 className={styles.subheading}>Time for a question</h3>
      <HelpTable
        heads={['Level', 'Time']}
        rows={LEVELS.map((level) => ({ head: LEVEL_NAMES[level], cells: [secondsOf(level)] }))}
      />
      <h3 className={styles.subheading}>Points for a right answer</h3>
      <HelpTable heads={TIER_HEADS} rows={pointRows()} />
      <h3 className={styles.subheading}>Coins for a question</h3>
      <HelpTable heads={TIER_HEADS} rows={coinRows()} />
      <p className={styles.quiet}>
        This week's points start again at 0 every Monday at midnight, Nigerian time.
      </p>
    </Card>
  );
}

/** Shows the month's raffle and its tickets (game.md#raffle-tickets). */
function RaffleCard({ raffle }: { raffle: PrizeRow }) {
  return (
    <Card small title="Raffle draw">
      <p className={styles.big}>{amountText(raffle)}</p>
      <p>
        Drawn every month on the 29th at 13:00, for players of {ADULT_AGE_YEARS} or older. You get a
        ticket
      </p>
      <ul className={styles.dots}>
        <li>for each {POINTS_PER_RAFFLE_TICKET} points,</li>
        <li>for each {RAFFLE_STREAK_DAYS} days in a row with a game,</li>
        <li>for your {ordinal(RAFFLE_TICKET_PLAY)} game of a day.</li>
      </ul>
      <p className={styles.more}>
        <PageLink to={paths.rewards}>My tickets</PageLink>
      </p>
    </Card>
  );
}
