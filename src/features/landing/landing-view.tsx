import { Button, LinkButton } from '../../components/button.tsx';
import { cx } from '../../components/cx.ts';
import { Scarf } from '../../components/scarf.tsx';
import { Wordmark } from '../../components/wordmark.tsx';
import { paths } from '../../config/paths.ts';
import { NO_NETWORK_MESSAGE } from '../../lib/errors.ts';
import { ADULT_AGE_YEARS } from '../../rules/players.ts';
import { LandingArt } from './landing-art.tsx';
import styles from './landing-view.module.css';

type Props = {
  /** Whether the best of a week win; those of a day always do. */
  hasWeek: boolean;
  /** How far the dialog is that was asked for. */
  progress: 'idle' | 'loading' | 'failed';
  onGetStarted: () => void;
  /** Missing while its questions are not on the phone: its place is kept. */
  onTryFive?: (() => void) | undefined;
  onTerms: () => void;
};

/** The landing (flows.md#landing): one screen, one orange button. */
export function LandingView(props: Props) {
  const { hasWeek, progress, onGetStarted, onTryFive, onTerms } = props;
  return (
    <main className={cx('on-night', styles.landing)}>
      <Wordmark className={styles.logo} />
      <div className={styles.body}>
        <h1 className={styles.headline}>
          Win fast <em>cash!</em>
        </h1>
        {progress === 'failed' ? (
          <p className={styles.text} role="alert">
            {NO_NETWORK_MESSAGE}
          </p>
        ) : (
          <p className={styles.text}>
            Answer football related questions & win cash when you make top 3 on the leaderboard
            <small>
              {hasWeek
                ? 'The top players of each week and each day win.'
                : 'The top players of each day win.'}
            </small>
          </p>
        )}
        <Button size="lg" loading={progress === 'loading'} onClick={onGetStarted}>
          Get started
        </Button>
        <div className={styles.try}>
          {onTryFive && <LinkButton onClick={onTryFive}>Try five questions</LinkButton>}
        </div>
        <div className={styles.foot}>
          <LinkButton onClick={onTerms}>Terms & Condition</LinkButton>
          {/* The document shows it before there is a router. */}
          <a href={paths.privacy} className={styles.privacy}>
            Privacy
          </a>
          <p className={styles.age}>
            {ADULT_AGE_YEARS}+<span className="vh"> only</span>
          </p>
        </div>
      </div>
      {/* Above the words, but behind them in the document: on a slow line they are there sooner. */}
      <LandingArt className={styles.art} />
      <Scarf />
    </main>
  );
}
