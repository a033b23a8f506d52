import type { ReactNode } from 'react';
import { LEVEL_NAMES, LEVELS, QUESTION_TIMER_MS, QUESTIONS_PER_ROUND } from '../../rules/levels.ts';
import {
  COIN_PACKS,
  formatNaira,
  PLAN_PRICE_NAIRA,
  SUBSCRIPTION_COINS,
} from '../../rules/money.ts';
import { formatNumber } from '../../rules/numbers.ts';
import { ADULT_AGE_YEARS } from '../../rules/players.ts';
import { DAILY_PLAY_CAP } from '../../rules/plays.ts';
import {
  MONTHLY_GRAND_PRIZE_NAIRA,
  MONTHLY_MIN_COINS_BOUGHT,
  WEEKLY_MIN_POINTS,
  WEEKLY_PAID_PLACES,
  WEEKLY_REWARD_BANDS,
} from '../../rules/prizes.ts';
import { coinsPerQuestion, levelCost, pointsPerCorrect } from '../../rules/scoring.ts';
import styles from './terms.module.css';

/** Rules, levels, features and reward breakpoints, with the figures the game runs on. */
export function Terms() {
  const plans = PLAN_PRICE_NAIRA.airtime;
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
          <li>Your subscription must be active. {planText(plans)}</li>
        </ul>
      </Section>

      <Section title="Levels">
        <Table heads={['Level', 'Time', 'Coins', 'Points']}>
          {LEVELS.map((level) => (
            <tr key={level}>
              <th scope="row">{LEVEL_NAMES[level]}</th>
              <td>{QUESTION_TIMER_MS[level] / 1000} s</td>
              <td>{coinsPerQuestion(level, 0)}</td>
              <td>{pointsPerCorrect(level, 0)}</td>
            </tr>
          ))}
        </Table>
        <p>
          Time and coins are for one question, points for one right answer. A whole game costs{' '}
          {levelCost('easy', 0)}, {levelCost('medium', 0)} or {levelCost('hard', 0)} coins.
        </p>
        <p>
          When your points of the week pass 1,500, questions cost more coins; when they pass 2,000,
          right answers earn fewer points. The level screen shows your figures before you play.
        </p>
      </Section>

      <Section title="Features">
        <ul>
          <li>
            A subscription gives {formatNumber(SUBSCRIPTION_COINS)} coins. More coins:{' '}
            {COIN_PACKS.card
              .map(({ naira, coins }) => `${formatNumber(coins)} for ${formatNaira(naira)}`)
              .join(', ')}
            .
          </li>
          <li>A weekly leaderboard. The top {WEEKLY_PAID_PLACES} win cash.</li>
          <li>
            A monthly leaderboard. The first wins {formatNaira(MONTHLY_GRAND_PRIZE_NAIRA)}, if they
            bought at least {formatNumber(MONTHLY_MIN_COINS_BOUGHT)} coins in that month.
          </li>
          <li>You can finish a game without network. We send your points when it is back.</li>
        </ul>
      </Section>

      <Section title="Weekly rewards">
        <p>
          The top {WEEKLY_PAID_PLACES} of the week with at least {WEEKLY_MIN_POINTS} points are
          paid. Your points are multiplied, 1 point is {formatNaira(1)}.
        </p>
        <Table heads={['Points of the week', 'You get']}>
          {WEEKLY_REWARD_BANDS.map(({ upTo, multiplier }, index) => (
            <tr key={upTo}>
              <th scope="row">{bandText(WEEKLY_REWARD_BANDS[index - 1]?.upTo, upTo)}</th>
              <td>points × {multiplier}</td>
            </tr>
          ))}
        </Table>
        <p>Cash reaches your bank account 24 to 48 hours after it is confirmed.</p>
      </Section>
    </div>
  );
}

function planText({ daily, weekly }: { daily: number; weekly: number }): string {
  return `It costs ${formatNaira(daily)} a day or ${formatNaira(weekly)} a week from your airtime.`;
}

function bandText(lastUpTo: number | undefined, upTo: number): string {
  const from = lastUpTo === undefined ? 0 : lastUpTo + 1;
  if (!Number.isFinite(upTo)) return `${formatNumber(from)} and more`;
  return `${formatNumber(from)} to ${formatNumber(upTo)}`;
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

function Table({ heads, children }: { heads: string[]; children: ReactNode }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
