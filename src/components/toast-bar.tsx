import { type FocusEvent, type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { resolveValue, type Toast, toast as toaster } from 'react-hot-toast/headless';
import { cx } from './cx.ts';
import { Icon } from './icon.tsx';
import { kindOf, TOAST_ICONS } from './toast.ts';
import styles from './toaster.module.css';

/** What share of its width a toast must be dragged to go (flows.md#toasts). */
const DRAG_SHARE = 0.8;

/** Up to so many pixels a press is a click, not a drag. */
const CLICK_SLOP = 6;

type Props = { toast: Toast };

export function ToastBar({ toast }: Props) {
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
  // Elsewhere Escape belongs to the dialog on top; one that is handled here goes no further.
  const pressKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    dismiss();
  };

  // The bar follows the finger without a render for each move.
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
