import type { ReactNode, Ref } from 'react';
import { Scarf } from './brand.tsx';
import { cx, IconButton } from './button.tsx';
import styles from './dialog.module.css';

export type PanelProps = {
  titleId: string;
  title: ReactNode;
  /** Missing if no control of the dialog closes it. */
  onClose?: (() => void) | undefined;
  /**
   * `dialog` is in the middle. `sheet` is a drawer and `tall` is a form; both come from below. `menu`
   * is at the side. `full` fills the screen.
   */
  variant?: 'dialog' | 'sheet' | 'tall' | 'menu' | 'full';
  /** A picture next to the title, or above the title in a centred dialog. */
  head?: ReactNode;
  /** A drawing in night colours above the title, from edge to edge. The close button is drawn over it. */
  art?: ReactNode;
  subtitle?: ReactNode;
  /** Centres the text and makes the title large, for news of the game. */
  centred?: boolean;
  /** `night` is the dark ground of a game. `gold` is the same with a golden edge. */
  ground?: 'page' | 'night' | 'gold';
  /** The close button's name, which says what continues meanwhile. */
  closeLabel?: string;
  panel?: Ref<HTMLElement>;
  heading?: Ref<HTMLHeadingElement>;
  children?: ReactNode;
};

/** The visible part of a dialog: its ground, its head with the title, and its content. */
export function DialogPanel({
  titleId,
  title,
  onClose,
  variant = 'dialog',
  head,
  art,
  subtitle,
  centred = false,
  ground = variant === 'full' ? 'night' : 'page',
  closeLabel = 'Close',
  panel,
  heading,
  children,
}: PanelProps) {
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: Escape and the close button do the same for keys. */}
      <div className={styles.scrim} onClick={onClose} />
      <section
        ref={panel}
        role="dialog"
        aria-modal="true"
        aria-labelledby={titleId}
        className={cx(
          ground === 'page' ? 'on-page' : cx('on-night', styles.night),
          styles.panel,
          styles[variant],
          ground === 'gold' && styles.gold,
          centred && styles.centred,
        )}
      >
        <div className={styles.top}>
          {variant === 'sheet' && <div className={styles.grab} />}
          {(variant === 'dialog' || variant === 'tall') && <Scarf />}
          {art && <div className={styles.art}>{art}</div>}
          <div className={cx(styles.head, variant === 'menu' && 'on-night')}>
            {head}
            <div className={styles.titles}>
              <h2 ref={heading} id={titleId} tabIndex={-1} className={styles.title}>
                {title}
              </h2>
              {subtitle && <p className={styles.subtitle}>{subtitle}</p>}
            </div>
            {onClose && (
              <IconButton
                icon="close"
                aria-label={closeLabel}
                className={art ? cx('on-night', styles.close, styles.onArt) : styles.close}
                onClick={onClose}
              />
            )}
          </div>
          {variant === 'menu' && <Scarf />}
        </div>
        <div className={styles.body}>{children}</div>
      </section>
    </>
  );
}
