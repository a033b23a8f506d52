import type { ReactNode } from 'react';
import { cx } from './button.tsx';
import styles from './drawings.module.css';
import { Icon, type IconName } from './icon.tsx';
import marksStyles from './marks.module.css';

type CoinProps = { size?: number; className?: string | undefined };

export function Coin({ size = 24, className }: CoinProps) {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} className={className} aria-hidden="true">
      <circle cx="12" cy="12" r="11" className={styles.goldEdge} />
      <circle cx="12" cy="11" r="10" className={styles.gold} />
      <path d="M12 5.2l5.7 4.1-2.2 6.7h-7l-2.2-6.7z" className={styles.goldEdge} />
    </svg>
  );
}

type ShirtProps = { className?: string | undefined };

/** A shirt in the colour of the text. Its class sets the size. */
export function Shirt({ className }: ShirtProps) {
  return (
    <svg viewBox="0 0 40 40" className={className} aria-hidden="true">
      <path fill="currentColor" d="M13 5L2 11l4 10 5-2v18h18V19l5 2 4-10-11-6q-7 6-14 0z" />
    </svg>
  );
}

/** The mown stripes of a pitch at night, drawn behind a row of figures. */
export function Stripes() {
  return (
    <Cover width={360} height={80} keep="middle">
      <path
        className={styles.night2}
        d="M-60 0h40v80h-40zM20 0h40v80H20zM100 0h40v80h-40zM180 0h40v80h-40zM260 0h40v80h-40zM340 0h40v80h-40zM420 0h40v80h-40z"
      />
    </Cover>
  );
}

/** Two floodlight beams that cross, behind the cards of a game. */
export function Beams() {
  return (
    <Cover width={360} height={640}>
      <path className={styles.stage2} d="M-10 0h70l300 640H120zM370 0h-70L0 640h240z" />
      <path className={styles.stage3} d="M180 256L360 640H0z" />
    </Cover>
  );
}

/** Three beams from above, behind a podium. */
export function PodiumBeams() {
  return (
    <Cover width={360} height={290}>
      <path className={styles.night2} d="M150 0L60 290h240L210 0z" />
      <path className={styles.night2} opacity=".5" d="M0 0h40l90 290H0zM360 0h-40l-90 290h130z" />
    </Cover>
  );
}

type TicketStubProps = { className?: string | undefined; children: ReactNode };

/**
 * The end of a ticket, after the line at which it is torn. The ticket needs `overflow: hidden`, to cut
 * off the parts that reach over its edge.
 */
export function TicketStub({ className, children }: TicketStubProps) {
  return <div className={cx(marksStyles.stub, className)}>{children}</div>;
}

/**
 * The drawing of a switch's state. The button around it has the role and the state for screen readers.
 */
export function SwitchMark() {
  return <span className={marksStyles.mark} aria-hidden="true" />;
}

type IconTileProps = { name: IconName; look?: 'night' | 'gold' };

/** An icon on a coloured tile, as the picture of a row. */
export function IconTile({ name, look = 'night' }: IconTileProps) {
  return (
    <span className={cx(marksStyles.tile, marksStyles[look])}>
      <Icon name={name} />
    </span>
  );
}

type CoverProps = {
  width: number;
  height: number;
  /** The part of the drawing that stays visible when the ground has another shape. */
  keep?: 'top' | 'middle';
  children: ReactNode;
};

/** A drawing that fills its container's background. */
export function Cover({ width, height, keep = 'top', children }: CoverProps) {
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio={keep === 'top' ? 'xMidYMin slice' : 'xMidYMid slice'}
      className={styles.cover}
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}

type HeroProps = {
  label: string;
  art: ReactNode;
  children: ReactNode;
};

/** A section of a page below the bar, with a drawing on a night ground. */
export function Hero({ label, art, children }: HeroProps) {
  return (
    <section className={cx('on-night', marksStyles.hero)} aria-label={label}>
      {art}
      {children}
    </section>
  );
}
