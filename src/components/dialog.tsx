import { type ReactNode, useEffectEvent, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { IconButton } from './button.tsx';
import { cx } from './cx.ts';
import styles from './dialog.module.css';
import { pushDialog } from './dialog-stack.ts';
import { portalRoot } from './portal-root.ts';
import { Scarf } from './scarf.tsx';
import { findFocus } from './use-page-start.ts';
import { useStrayTaps } from './use-stray-taps.ts';

type Props = {
  title: ReactNode;
  /** Missing where only the dialog's own buttons lead out. */
  onClose?: (() => void) | undefined;
  /** No close button, and neither Escape, the back gesture nor the backdrop closes it. */
  blocking?: boolean;
  /** In the middle, a drawer or the tall form from below, the menu at the side, all of the screen. */
  variant?: 'dialog' | 'sheet' | 'tall' | 'menu' | 'full';
  /** A picture beside the title; above it in a centred dialog. */
  head?: ReactNode;
  /** A drawing from edge to edge above it, at night; the close button lies on it. */
  art?: ReactNode;
  subtitle?: ReactNode;
  /** Centred text with a large title, for what the game tells. */
  centred?: boolean;
  /** At night, as the game below it; its edge may be `gold`. */
  ground?: 'page' | 'night' | 'gold';
  /** What the close button is called: what goes on meanwhile is said there. */
  closeLabel?: string;
  children?: ReactNode;
};

// No selector lists inside `:not()`: Chromium 87 throws on them.
const FIELDS = 'input:not([type=checkbox]):not([type=hidden]):not([readonly]):not(:disabled)';

/** Takes the focus and gives it back; Escape and Back close the top one (design.md#dialogs). */
export function Dialog({
  title,
  onClose,
  blocking = false,
  variant = 'dialog',
  head,
  art,
  subtitle,
  centred = false,
  ground = variant === 'full' ? 'night' : 'page',
  closeLabel = 'Close',
  children,
}: Props) {
  const titleId = useId();
  const root = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const stacked = useRef<ReturnType<typeof pushDialog>>(null);
  const closable = Boolean(onClose) && !blocking;
  // What stands above a night drawer goes on, and is looked at.
  const hasNoScrim = ground === 'night' && variant === 'sheet';
  const ignoreStrayTap = useStrayTaps();
  const close = useEffectEvent(() => onClose?.());

  useLayoutEffect(() => {
    if (!root.current) return;
    const before = document.activeElement;
    const entry = pushDialog(root.current);
    stacked.current = entry;
    if (!root.current.contains(before)) {
      const field = panel.current?.querySelector<HTMLElement>(FIELDS);
      (field ?? heading.current)?.focus({ preventScroll: true });
    }
    return () => {
      entry.remove();
      if (before instanceof HTMLElement && before.isConnected)
        before.focus({ preventScroll: true });
      // What opened it may go as it closes.
      queueMicrotask(findFocus);
    };
  }, []);

  useLayoutEffect(() => {
    stacked.current?.setClose(closable ? () => close() : null);
  }, [closable]);

  return createPortal(
    <div
      ref={root}
      className={cx(styles.root, blocking && styles.blocking, hasNoScrim && styles.clear)}
      onClickCapture={ignoreStrayTap}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: Escape and the close button do the same for keys. */}
      <div className={styles.scrim} onClick={closable ? onClose : undefined} />
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
            {closable && (
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
    </div>,
    portalRoot('dialogs'),
  );
}
