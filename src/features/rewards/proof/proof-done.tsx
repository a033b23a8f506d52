import { Button } from '../../../components/button.tsx';
import { GameScreen } from '../../../components/game-screen.tsx';
import { Icon } from '../../../components/icon.tsx';
import { usePageStart } from '../../../components/use-page-start.ts';
import styles from './proof-done.module.css';

/** The round is played: thanks, and never a mark. */
export function ProofDone({ onLeave }: { onLeave: () => void }) {
  usePageStart('Thank you');
  return (
    <GameScreen>
      <div className={styles.middle} role="status">
        <Icon name="check" size={72} className={styles.tick} />
        <h1 className={styles.title}>Thank you</h1>
        <p className={styles.lead}>
          We look at your answers now. My winnings says how your prize goes on.
        </p>
        <Button colour="gold" size="lg" onClick={onLeave}>
          See my winnings
        </Button>
      </div>
    </GameScreen>
  );
}
