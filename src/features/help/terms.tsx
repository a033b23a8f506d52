import type { ReactNode } from 'react';
import { useKnownOffer } from '../../offer/offer.ts';
import { DAY_MS } from '../../rules/calendar.ts';
import { QUESTIONS_PER_ROUND } from '../../rules/levels.ts';
import { SUBSCRIPTION_COINS } from '../../rules/money.ts';
import { formatNumber } from '../../rules/numbers.ts';
import { MEND_WITHIN_MS } from '../../rules/payouts.ts';
import { ADULT_AGE_YEARS } from '../../rules/players.ts';
import { DAILY_PLAY_CAP } from '../../rules/plays.ts';
import { amountText, leastText, shareText } from '../../rules/prize-words.ts';
import type { PrizeRow } from '../../rules/prizes.ts';
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
} from './figures.ts';
import { CashTime, HelpTable } from './help-table.tsx';
import styles from './terms.module.css';
import { usePrizesToWin } from './use-prizes-to-win.ts';

/** The terms, with the game's figures and the brand's prizes (game.md#what-how-to-win-tells). */
export function Terms() {
  const { weekly, monthly, raffle, daily } = usePrizesToWin();
  const offer = useKnownOffer();
  // Terms are binding, so they name no price before the operator's offer is known.
  const plans = offer && planPrices(offer);
  const packs = offer && packPrices(offer);
  const tax = offer?.withholdingPercent ?? 0;
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
          <li>Every question you are shown costs coins, even if you skip it.</li>
          <li>You can play {DAILY_PLAY_CAP} games a day.</li>
          <li>Points start again at 0 every Monday at midnight, Nigerian time.</li>
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
          When this week's points pass {WEEK_TIER_EDGES.coins.middleAbove}, questions cost more
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
          {weekly ? (
            <li>
              A weekly leaderboard. The top {weekly.places} win {amountText(weekly)}.
            </li>
          ) : (
            <li>A daily leaderboard of three tiers. The top {daily[0]?.places} of each win.</li>
          )}
          {monthly && (
            <li>
              A monthly leaderboard. The first wins {amountText(monthly)}
              {monthly.minCoinsBought > 0 &&
                `, if they bought at least ${formatNumber(monthly.minCoinsBought)} coins in that month and the payment was not taken back`}
              .
            </li>
          )}
          {daily.length > 0 && (
            <li>
              Millionaire Rush, a tournament with a ticket. The top {daily[0]?.places} of each tier
              of the day win.
            </li>
          )}
          {raffle && (
            <li>
              A raffle every month. One ticket wins {amountText(raffle)}; {raffle.reserves} reserves
              are drawn with it. Anybody can check the draw.
            </li>
          )}
          <li>You can finish a game when network goes. We send your points when it is back.</li>
        </ul>
      </Section>

      {weekly && <WeeklyRewards weekly={weekly} />}
      {daily.length > 0 && <DailyRewards daily={daily} />}
      <Section title="Being paid">
        <ul>
          <li>You need a subscription while you play, and nothing more has to be bought.</li>
          <li>
            You need a date of birth of {ADULT_AGE_YEARS} years or more and your own bank account;
            both may be given after the win. Payments to a new account wait a day.
          </li>
          <li>
            A prize that waits for you is kept for {MEND_WITHIN_MS / DAY_MS} days. Then it goes to
            the next place.
          </li>
          {tax > 0 && (
            <li>{formatNumber(tax, Number.isInteger(tax) ? 0 : 2)} % tax is withheld.</li>
          )}
        </ul>
        <CashTime />
      </Section>
    </div>
  );
}

function WeeklyRewards({ weekly }: { weekly: PrizeRow }) {
  return (
    <Section title="Weekly rewards">
      <p>
        The top {weekly.places} of the week with at least {formatNumber(weekly.minPoints)} points
        win {amountText(weekly)}.
      </p>
      {weekly.naira === 'bands' && (
        <>
          <p>Each point brings cash, and more points never win less.</p>
          <HelpTable heads={REWARD_HEADS} rows={rewardRows()} />
        </>
      )}
    </Section>
  );
}

function DailyRewards({ daily }: { daily: readonly PrizeRow[] }) {
  const [first] = daily;
  const minimum = first && leastText(first);
  const share = first && shareText(first);
  return (
    <Section title="Daily rewards">
      <p>
        The top {first?.places} of each tier win. {DAY_TIER_RULE}. The day starts again at midnight.
      </p>
      <HelpTable heads={DAILY_TIER_HEADS} rows={dailyTierRows(daily)} />
      {minimum && <p>It is paid with {minimum}.</p>}
      {share && <p>{share}</p>}
    </Section>
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
