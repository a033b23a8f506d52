import { type MouseEvent, useEffectEvent, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { cx } from './button.tsx';
import styles from './dialog.module.css';
import { DialogPanel, type PanelProps } from './dialog-panel.tsx';
import { pushDialog } from './dialog-stack.ts';
import { findFocus } from './screens.tsx';

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
  // The page above a night drawer stays in view: it goes on, and the player watches it.
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
      // The element that opened it may go as it closes.
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

/** Two taps closer than this, in milliseconds and in pixels, may be one double tap. */
const SOON_MS = 400;
const NEAR_PX = 32;
/** A tap is meant for content that could be seen for so long: the second of a double tap comes sooner. */
const SEEN_MS = 150;

/** A button, link or label with its text, or else the tapped element. */
type Control = { element: Element | null; text: string | null | undefined };
type Tap = Control & { x: number; y: number; at: number };

/** The tap before the one that is being handled. */
let before: Tap | undefined;
let latest: Tap | undefined;
/** The control under the finger since the latest tap, and the time at which it came to be seen there. */
let under: Control = { element: null, text: null };
let seenAt = 0;
let isToBeSeen = false;
/** Whether the latest tap met content that had not been painted yet. */
let isUnseen = false;

function controlAt(target: Element | null): Control {
  // A tap on a label arrives at the field in it, too: both are the label.
  const control = target?.closest('button, a, label');
  return { element: control ?? target, text: control?.textContent };
}

const isOther = (one: Control, other: Control) =>
  one.element !== other.element || one.text !== other.text;

/** The next frame shows the changes of a tap. */
const changes = new MutationObserver(() => {
  if (!isToBeSeen) requestAnimationFrame(look);
  isToBeSeen = true;
});

function look() {
  isToBeSeen = false;
  if (!latest) return;
  // Asking for the element at a point lays the page out; it is painted after that.
  const now = controlAt(document.elementFromPoint(latest.x, latest.y));
  const at = performance.now();
  if (isOther(now, under)) seenAt = at;
  under = now;
  if (at - latest.at > SOON_MS) changes.disconnect();
}

addEventListener(
  'click',
  ({ detail, clientX: x, clientY: y, timeStamp: at, target }) => {
    // A key that presses a button comes without a place.
    if (detail === 0 || (x === 0 && y === 0)) return;
    before = latest;
    const now = controlAt(target as Element);
    // A change elsewhere, such as a counter's, leaves this control as it was seen.
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
 * Keeps a double tap's second (capture phase) from content that came up under the finger meanwhile,
 * also where only a part of it changed. With `goesOn` any second tap is meant for the content that is
 * there already.
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
    // A third one that follows as fast is the same finger's.
    latest = { ...latest, element: before.element, text: before.text };
    event.preventDefault();
    event.stopPropagation();
  };
}

/** The element next to `#app` that dialogs or toasts are drawn in; made where a page lacks it. */
export function portalRoot(id: 'dialogs' | 'toasts'): HTMLElement {
  const found = document.getElementById(id);
  if (found) return found;
  const made = document.createElement('div');
  made.id = id;
  document.body.append(made);
  return made;
}
