import type { MouseEvent, ReactNode } from 'react';
import { Beams } from './beams.tsx';
import { cx } from './cx.ts';
import styles from './game-screen.module.css';
import { useContainedPull } from './use-contained-pull.ts';
import { useStrayTaps } from './use-stray-taps.ts';

type Props = {
  className?: string | undefined;
  /** Told of what is pressed below the bar, before what lies there is; it may stop it. */
  onTap?: (event: MouseEvent) => void;
  children: ReactNode;
};

/**
 * The ground of a game: as high as the screen, under the floodlights, deaf to a double tap's second and
 * to a pull down.
 */
export function GameScreen({ className, onTap, children }: Props) {
  const ignoreStrayTap = useStrayTaps({ goesOn: onTap !== undefined });
  useContainedPull();

  function tap(event: MouseEvent) {
    ignoreStrayTap(event);
    const { target, currentTarget } = event;
    if (event.isPropagationStopped() || !(target instanceof Element)) return;
    // A dialog's taps come through here, too, and the bar's are its own.
    if (currentTarget.contains(target) && !target.closest('header')) onTap?.(event);
  }

  return (
    <main className={cx('on-night', styles.screen, className)} onClickCapture={tap}>
      <Beams />
      {children}
    </main>
  );
}
