import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { type Toast, useToaster } from 'react-hot-toast/headless';
import { portalRoot } from './portal-root.ts';
import { isUrgent } from './toast.ts';
import { ToastBar } from './toast-bar.tsx';
import styles from './toaster.module.css';

/** How long a toast stays (flows.md#toasts). */
const TOAST_MS = 5000;

/** How long it takes to fade. */
const FADE_MS = 140;

/** Screen readers say what is added to a region that they know: it must stand there for a while. */
const REGIONS_KNOWN_MS = 100;

/** Warnings and errors are said at once, the rest when the reader has time. */
const REGIONS = [
  { live: 'assertive', holds: isUrgent },
  { live: 'polite', holds: (toast: Toast) => !isUrgent(toast) },
] as const;

/** The toasts (flows.md#toasts), in two live regions that stay. */
export function Toaster() {
  const { toasts, handlers } = useToaster({ duration: TOAST_MS, removeDelay: FADE_MS });
  const areRegionsKnown = useAfter(REGIONS_KNOWN_MS);
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const away = useWindowAway();
  // A toast that goes away under pointer or focus never tells that these have left.
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
      // Not as it enters: a toast that comes up under a resting pointer would stay.
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
