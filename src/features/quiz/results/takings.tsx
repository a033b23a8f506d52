import { formatNumber } from '../../../rules/numbers.ts';
import type { RoundTerms } from '../../../rules/round.ts';
import type { Face } from './answers.ts';
import { CountUp } from './count-up.tsx';
import styles from './takings.module.css';

type Props = {
  face: Face;
  points: number;
  coins: number;
  right: number;
  /** How many questions were shown, and so paid for. */
  shown: number;
  terms: RoundTerms;
  /** Whether the points are only what this phone counted. */
  isProvisional: boolean;
  /** Whether the coins were taken when the game was saved. */
  isPaidBefore: boolean;
  isStill: boolean;
  isAside: boolean;
};

/** What the game brought and what it cost, each with how it comes about (game.md#full-time). */
export function Takings(props: Props) {
  const { face, points, coins, right, shown, terms, isProvisional, isPaidBefore } = props;
  const { isStill, isAside } = props;
  // Little was won: little is made of it.
  const withinMs = face === 'low' ? 300 : 600;
  const { pointsPerCorrect, coinsPerQuestion } = terms;
  const isSum = (total: number, count: number, each: number) => total === count * each;
  return (
    <dl className={styles.takings}>
      <div>
        <dt>{isProvisional ? 'Points, not final yet' : 'Points earned'}</dt>
        <dd className={styles.points}>
          +<CountUp value={points} afterMs={500} withinMs={withinMs} {...{ isStill, isAside }} />
        </dd>
        {isSum(points, right, pointsPerCorrect) && (
          <dd className={styles.how}>
            {right} right × {formatNumber(pointsPerCorrect)}
          </dd>
        )}
      </div>
      <div>
        <dt>Coins spent</dt>
        <dd>{formatNumber(coins)}</dd>
        <dd className={styles.how}>
          {isPaidBefore
            ? 'Paid when you saved it'
            : isSum(coins, shown, coinsPerQuestion) &&
              `${shown} ${shown === 1 ? 'question' : 'questions'} × ${formatNumber(coinsPerQuestion)}`}
        </dd>
      </div>
    </dl>
  );
}
