import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { resolveValue, type Toast, toast as toaster, useToaster } from 'react-hot-toast/headless';
import { cx } from './button.tsx';
import { portalRoot } from './dialog.tsx';
import { Icon } from './icon.tsx';
import { isUrgent, kindOf, TOAST_ICONS } from './toast.ts';
import styles from './toaster.module.css';

/** How long a toast stays, in milliseconds (errors.md#toasts). */
const TOAST_MS = 5000;

/** How long a toast takes to fade, in milliseconds. */
const FADE_MS = 140;

/**
 * How long the live regions exist before the first toast, in milliseconds. Screen readers read only
 * what is added to a region that they know already.
 */
const REGIONS_KNOWN_MS = 100;

/**
 * Screen readers say warnings and errors at once, and the other toasts when they have finished
 * speaking.
 */
const REGIONS = [
  { live: 'assertive', holds: isUrgent },
  { live: 'polite', holds: (toast: Toast) => !isUrgent(toast) },
] as const;

/** The toasts (errors.md#toasts), in two live regions that are always in the page. */
export function Toaster() {
  const { toasts, handlers } = useToaster({ duration: TOAST_MS, removeDelay: FADE_MS });
  const areRegionsKnown = useAfter(REGIONS_KNOWN_MS);
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const away = useWindowAway();
  // A toast that is removed under the pointer or with the focus sends no event for leaving it.
  if ((hovered || focused) && toasts.length === 0) {
    setHovered(false);
    setFocused(false);
  }
  const paused = (hovered || focused || away) && toasts.length > 0;
  const { startPause, endPause } = handlers;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the handlers change with every pause, and starting one twice would lose the time of the first.
  useEffect(() => {
    if (paused) startPause();
    else endPause();
  }, [paused]);

  return createPortal(
    // biome-ignore lint/a11y/noStaticElementInteractions: pointer and focus only make the toasts wait.
    <div
      className={styles.toasts}
      // Not `onPointerEnter`, because a toast that appears under a resting pointer would then never go.
      onPointerMove={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      {REGIONS.map(({ live, holds }) => (
        <div key={live} aria-live={live} className={styles.region}>
          {areRegionsKnown &&
            toasts.filter(holds).map((toast) => <ToastBar key={toast.id} toast={toast} />)}
        </div>
      ))}
    </div>,
    portalRoot('toasts'),
  );
}

function useAfter(ms: number): boolean {
  const [hasPassed, setPassed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setPassed(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return hasPassed;
}

function useWindowAway(): boolean {
  const [away, setAway] = useState(false);
  useEffect(() => {
    const leave = () => setAway(true);
    const comeBack = () => setAway(false);
    const turn = () => setAway(document.hidden);
    window.addEventListener('blur', leave);
    window.addEventListener('focus', comeBack);
    document.addEventListener('visibilitychange', turn);
    return () => {
      window.removeEventListener('blur', leave);
      window.removeEventListener('focus', comeBack);
      document.removeEventListener('visibilitychange', turn);
    };
  }, []);
  return away;
}

/** A toast is dismissed if it is dragged by more than this share of its width (errors.md#toasts). */
const DRAG_SHARE = 0.8;

/** A press that moves less than this many pixels is a click, not a drag. */
const CLICK_SLOP = 6;

type ToastBarProps = { toast: Toast };

function ToastBar({ toast }: ToastBarProps) {
  const kind = kindOf(toast);
  const bar = useRef<HTMLDivElement>(null);
  const start = useRef<number | null>(null);
  const dragged = useRef(0);
  const focusedBefore = useRef<Element>(null);

  const dismiss = () => {
    const hasFocus = bar.current?.contains(document.activeElement);
    toaster.dismiss(toast.id);
    if (hasFocus && focusedBefore.current instanceof HTMLElement) focusedBefore.current.focus();
  };
  const takeFocus = ({ relatedTarget }: FocusEvent) => {
    focusedBefore.current = relatedTarget;
  };
  // Escape closes a toast only if the toast has the focus. The event is marked as handled, so that the
  // dialog on top stays open.
  const pressKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    dismiss();
  };

  // The bar follows the finger by its style, without a render for each move.
  const moveTo = (x: number) => {
    dragged.current = x;
    if (!bar.current) return;
    bar.current.style.transform = `translateX(${x}px)`;
  };
  const press = (event: PointerEvent) => {
    start.current = event.clientX;
    dragged.current = 0;
  };
  const move = (event: PointerEvent) => {
    if (start.current === null) return;
    const x = event.clientX - start.current;
    if (Math.abs(x) <= CLICK_SLOP && dragged.current === 0) return;
    bar.current?.setPointerCapture?.(event.pointerId);
    moveTo(x);
  };
  const release = () => {
    if (start.current === null) return;
    start.current = null;
    const width = bar.current?.offsetWidth ?? 0;
    if (Math.abs(dragged.current) > width * DRAG_SHARE) dismiss();
    else if (bar.current) bar.current.style.transform = '';
  };
  const click = () => {
    if (dragged.current === 0) dismiss();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside and Escape do the same for keys.
    <div
      ref={bar}
      className={cx(styles.toast, styles[kind], !toast.visible && styles.leaving)}
      onPointerDown={press}
      onPointerMove={move}
      onPointerUp={release}
      onPointerCancel={release}
      onClick={click}
      onFocus={takeFocus}
      onKeyDown={pressKey}
    >
      <Icon name={TOAST_ICONS[kind]} className={styles.icon} />
      <span className={styles.text}>{resolveValue(toast.message, toast)}</span>
      <button type="button" className={styles.close} aria-label="Close" aria-live="off">
        <Icon name="close" size={18} />
      </button>
    </div>
  );
}
