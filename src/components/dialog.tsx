import { type MouseEvent, useEffectEvent, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { cx } from './button.tsx';
import styles from './dialog.module.css';
import { DialogPanel, type PanelProps } from './dialog-panel.tsx';
import { pushDialog } from './dialog-stack.ts';
import { findFocus } from './screens.tsx';

type Props = Omit<PanelProps, 'titleId' | 'panel' | 'heading'> & {
  /**
   * The player can't close the dialog: it has no close button, and Escape, Back and the backdrop do
   * nothing.
   */
  blocking?: boolean;
};

// No selector lists inside `:not()`, because Chromium 87 throws an error on them.
const FIELDS = 'input:not([type=checkbox]):not([type=hidden]):not([readonly]):not(:disabled)';

/**
 * A dialog. It takes the focus when it opens and gives it back when it closes. Escape and Back close
 * the dialog on top (design.md#dialogs).
 */
export function Dialog({ onClose, blocking = false, ...look }: Props) {
  const titleId = useId();
  const root = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const stacked = useRef<ReturnType<typeof pushDialog>>(null);
  const closable = Boolean(onClose) && !blocking;
  // The page above a night drawer is not dimmed, because the game there continues and the player
  // watches it.
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
      // The element that opened the dialog may be removed as the dialog closes.
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

/** Two taps that are closer than this, in milliseconds and in pixels, may be a double tap. */
const SOON_MS = 400;
const NEAR_PX = 32;
/**
 * How long content must have been visible before a tap counts as meant for it, in milliseconds. The
 * second tap of a double tap comes sooner.
 */
const SEEN_MS = 150;

/** The button, link or label that was tapped, with its text. If there is none, the tapped element. */
type Control = { element: Element | null; text: string | null | undefined };
type Tap = Control & { x: number; y: number; at: number };

/** The tap before the latest one. */
let before: Tap | undefined;
let latest: Tap | undefined;
/** The control at the place of the latest tap, and the time at which it became visible there. */
let under: Control = { element: null, text: null };
let seenAt = 0;
let isToBeSeen = false;
/** Whether the latest tap hit content that had not been painted yet. */
let isUnseen = false;

function controlAt(target: Element | null): Control {
  // A tap on a label also arrives at the field in it. Both count as the label.
  const control = target?.closest('button, a, label');
  return { element: control ?? target, text: control?.textContent };
}

const isOther = (one: Control, other: Control) =>
  one.element !== other.element || one.text !== other.text;

/** Changes after a tap are painted with the next frame. */
const changes = new MutationObserver(() => {
  if (!isToBeSeen) requestAnimationFrame(look);
  isToBeSeen = true;
});

function look() {
  isToBeSeen = false;
  if (!latest) return;
  // `elementFromPoint` makes the browser lay out the page. The layout is then painted in this frame.
  const now = controlAt(document.elementFromPoint(latest.x, latest.y));
  const at = performance.now();
  if (isOther(now, under)) seenAt = at;
  under = now;
  if (at - latest.at > SOON_MS) changes.disconnect();
}

addEventListener(
  'click',
  ({ detail, clientX: x, clientY: y, timeStamp: at, target }) => {
    // A button that is pressed by a key sends a click without a position.
    if (detail === 0 || (x === 0 && y === 0)) return;
    before = latest;
    const now = controlAt(target as Element);
    // A change elsewhere, such as in a counter, does not make this control new.
    isUnseen = isToBeSeen && isOther(now, under);
    under = now;
    latest = { ...under, x, y, at };
    changes.observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    });
  },
  { capture: true },
);

/**
 * Stops the second tap of a double tap (in the capture phase) if the content under the finger has
 * changed since the first, even in part. With `goesOn`, a second tap counts if the first one came after
 * this component was mounted, because it is meant for the content that is there.
 */
export function useStrayTaps({ goesOn = false } = {}): (event: MouseEvent) => void {
  const cameAt = useRef(0);
  useLayoutEffect(() => {
    cameAt.current = performance.now();
  }, []);
  return (event) => {
    if (latest?.at !== event.timeStamp || !before || !isOther(before, latest)) return;
    if (goesOn && before.at > cameAt.current) return;
    const isSoon = latest.at - before.at < SOON_MS;
    const isNear = Math.hypot(latest.x - before.x, latest.y - before.y) < NEAR_PX;
    const isSeen = !isUnseen && latest.at - Math.max(before.at, seenAt) >= SEEN_MS;
    if (!isSoon || !isNear || isSeen) return;
    // A third tap that is as fast belongs to the same double tap.
    latest = { ...latest, element: before.element, text: before.text };
    event.preventDefault();
    event.stopPropagation();
  };
}

/**
 * Gives the element next to `#app` in which dialogs or toasts are drawn. Makes it if the page lacks it.
 */
export function portalRoot(id: 'dialogs' | 'toasts'): HTMLElement {
  const found = document.getElementById(id);
  if (found) return found;
  const made = document.createElement('div');
  made.id = id;
  document.body.append(made);
  return made;
}
