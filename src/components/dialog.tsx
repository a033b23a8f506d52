import { useEffectEvent, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { cx } from './cx.ts';
import styles from './dialog.module.css';
import { DialogPanel, type PanelProps } from './dialog-panel.tsx';
import { pushDialog } from './dialog-stack.ts';
import { portalRoot } from './portal-root.ts';
import { findFocus } from './use-page-start.ts';
import { useStrayTaps } from './use-stray-taps.ts';

type Props = Omit<PanelProps, 'titleId' | 'panel' | 'heading'> & {
  /** No close button, and neither Escape, the back gesture nor the backdrop closes it. */
  blocking?: boolean;
};

// No selector lists inside `:not()`: Chromium 87 throws on them.
const FIELDS = 'input:not([type=checkbox]):not([type=hidden]):not([readonly]):not(:disabled)';

/** Takes the focus and gives it back; Escape and Back close the top one (design.md#dialogs). */
export function Dialog({ onClose, blocking = false, ...look }: Props) {
  const titleId = useId();
  const root = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const stacked = useRef<ReturnType<typeof pushDialog>>(null);
  const closable = Boolean(onClose) && !blocking;
  // What stands above a night drawer goes on, and is looked at.
  const hasNoScrim = look.ground === 'night' && look.variant === 'sheet';
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
      <DialogPanel
        {...look}
        {...{ titleId, panel, heading }}
        onClose={closable ? onClose : undefined}
      />
    </div>,
    portalRoot('dialogs'),
  );
}
