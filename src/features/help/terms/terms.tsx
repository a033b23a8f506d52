import type { ReactNode } from 'react';
import { useKnownOffer } from '../../../offline/use-known-offer.ts';
import { QUESTIONS_PER_ROUND } from '../../../rules/levels.ts';
import { formatNaira, SUBSCRIPTION_COINS } from '../../../rules/money.ts';
import { formatNumber } from '../../../rules/numbers.ts';
import { ADULT_AGE_YEARS } from '../../../rules/players.ts';
import { DAILY_PLAY_CAP } from '../../../rules/plays.ts';
import {
  CASH_HOURS,
  MONTHLY_GRAND_PRIZE_NAIRA,
  MONTHLY_MIN_COINS_BOUGHT,
  WEEKLY_MIN_POINTS,
  WEEKLY_PAID_PLACES,
} from '../../../rules/prizes.ts';
import { RUSH_PAID_PLACES } from '../../../rules/tournament.ts';
import { useBrand } from '../../../session/use-brand.ts';
import {
  DAILY_TIER_HEADS,
  DAY_TIER_RULE,
  dailyTierRows,
  gameCosts,
  levelRows,
  packPrices,
  planPrices,
  REWARD_HEADS,
  rewardRows,
  WEEK_TIER_EDGES,
} from '../figures.ts';
import { HelpTable } from '../help-table.tsx';
import styles from './terms.module.css';

/** With the game's own figures and the brand's prizes (game.md#what-how-to-win-tells). */
export function Terms() {
  const { prizes } = useBrand();
  const offer = useKnownOffer();
  // What is not known yet is not said: these are terms.
  const plans = offer && planPrices(offer);
  const packs = offer && packPrices(offer);
  const isWeekly = prizes.includes('weekly-cash');
  return (
    <div className={styles.terms}>
      <p className={styles.age}>
        <b>{ADULT_AGE_YEARS}+</b> You must be {ADULT_AGE_YEARS} or older to play for cash.
      </p>

      <Section title="Rules">
        <ul>
          <li>One game has {QUESTIONS_PER_ROUND} questions with four answers each.</li>
          <li>Each question has a clock. When the time is up, the next one comes.</li>
          <li>A right answer earns points. A wrong answer, a skip or no answer earns none.</li>
          <li>Every question you are shown costs coins, also one you skip.</li>
          <li>You can play {DAILY_PLAY_CAP} games a day.</li>
          <li>Points start again at 0 every Monday at 00:00 Nigerian time.</li>
          <li>One account for one person and one phone number.</li>
          <li>Your subscription must be active.{plans && ` It costs ${plans}.`}</li>
        </ul>
      </Section>

      <Section title="Levels">
        <HelpTable heads={['Level', 'Time', 'Coins', 'Points']} rows={levelRows()} />
        <p>
          Time and coins are for one question, points for one right answer. A whole game costs{' '}
          {gameCosts()} coins.
        </p>
        <p>
          When your points of the week pass {WEEK_TIER_EDGES.coins.middleAbove}, questions cost more
          coins; when they pass {WEEK_TIER_EDGES.points.middleAbove}, right answers earn fewer
          points. The level screen shows your figures before you play.
        </p>
      </Section>

      <Section title="Features">
        <ul>
          <li>
            A subscription gives {formatNumber(SUBSCRIPTION_COINS)} coins.
            {packs && ` More coins ${packs}.`}
          </li>
          {isWeekly ? (
            <li>A weekly leaderboard. The top {WEEKLY_PAID_PLACES} win cash.</li>
          ) : (
            <li>
              A daily leaderboard of three tiers. The top {RUSH_PAID_PLACES} of each win cash.
            </li>
          )}
          {prizes.includes('monthly-prize') && (
            <li>
              A monthly leaderboard. The first wins {formatNaira(MONTHLY_GRAND_PRIZE_NAIRA)}, if
              they bought at least {formatNumber(MONTHLY_MIN_COINS_BOUGHT)} coins in that month.
            </li>
          )}
          <li>
            Millionaire Rush, a tournament with a ticket. The top {RUSH_PAID_PLACES} of each tier of
            the day win cash.
          </li>
          <li>You can finish a game without network. We send your points when it is back.</li>
        </ul>
      </Section>

      {isWeekly ? <WeeklyRewards /> : <DailyRewards />}
    </div>
  );
}

function WeeklyRewards() {
  return (
    <Section title="Weekly rewards">
      <p>
        The top {WEEKLY_PAID_PLACES} of the week with at least {WEEKLY_MIN_POINTS} points are paid.
        Each point brings cash, and more points never win less.
      </p>
      <HelpTable heads={REWARD_HEADS} rows={rewardRows()} />
      <CashTime />
    </Section>
  );
}

function DailyRewards() {
  return (
    <Section title="Daily rewards">
      <p>
        The top {RUSH_PAID_PLACES} of each tier are paid. {DAY_TIER_RULE}. The day starts again at
        12 AM.
      </p>
      <HelpTable heads={DAILY_TIER_HEADS} rows={dailyTierRows()} />
      <CashTime />
    </Section>
  );
}

function CashTime() {
  return (
    <p>
      Cash reaches your bank account {CASH_HOURS.least} to {CASH_HOURS.most} hours after it is
      confirmed.
    </p>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}
