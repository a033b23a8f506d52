import { Bar, BarTitle } from '../../../components/bar.tsx';
import { Button, IconButton } from '../../../components/button.tsx';
import { GameScreen } from '../../../components/game-screen.tsx';
import { PracticeArt } from '../start/practice-hero.tsx';
import styles from './tried-five.module.css';

type Props = {
  right: number;
  of: number;
  onGetStarted: () => void;
  onAgain: () => void;
  onClose: () => void;
};

/** How the five went, and what comes next. */
export function TriedFive({ right, of, onGetStarted, onAgain, onClose }: Props) {
  return (
    <GameScreen className={styles.screen}>
      <Bar ground="stage">
        <IconButton icon="close" aria-label="Close" onClick={onClose} />
        <BarTitle>Full time</BarTitle>
      </Bar>
      <div className={styles.face}>
        <PracticeArt />
        <h2 className={styles.score}>
          {right} <small>of {of} right</small>
        </h2>
        <p>
          {right === of ? 'All right! ' : right * 2 > of ? 'Good game! ' : 'Next one! '}With an
          account each right answer brings points, and the best of the week win cash.
        </p>
      </div>
      <div className={styles.foot}>
        <Button size="lg" onClick={onGetStarted}>
          Get started
        </Button>
        <Button colour="night" onClick={onAgain}>
          Five more
        </Button>
      </div>
    </GameScreen>
  );
}
