import { Card } from '../../../components/card.tsx';
import { LEVEL_NAMES, LEVELS, QUESTIONS_PER_ROUND } from '../../../rules/levels.ts';
import type { PrizeRow } from '../../../rules/prize-table.ts';
import styles from '../help-page.module.css';

const LEVEL_WORDS = LEVELS.map((level) => LEVEL_NAMES[level]).join(', ');

export function HowToPlay({ weekly }: { weekly: PrizeRow }) {
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
