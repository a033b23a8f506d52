import type { ReactNode } from 'react';
import { Beams } from './beams.tsx';
import { cx } from './cx.ts';
import styles from './game-screen.module.css';
import { useStrayTaps } from './use-stray-taps.ts';

/** The ground of a game: as high as the screen, under the floodlights, deaf to a double tap's second. */
export function GameScreen({ children }: { children: ReactNode }) {
  const ignoreStrayTap = useStrayTaps();
  return (
    <main className={cx('on-night', styles.screen)} onClickCapture={ignoreStrayTap}>
      <Beams />
      {children}
    </main>
  );
}
