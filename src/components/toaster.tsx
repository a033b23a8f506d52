import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useToaster } from 'react-hot-toast/headless';
import { portalRoot } from './portal-root.ts';
import { ToastBar } from './toast-bar.tsx';
import styles from './toaster.module.css';

/** How long a toast stays (accounts §9). */
const TOAST_MS = 5000;

/** How long it takes to fade. */
const FADE_MS = 140;

export function Toaster() {
  const { toasts, handlers } = useToaster({ duration: TOAST_MS, removeDelay: FADE_MS });
  const [hovered, setHovered] = useState(false);
  const away = useWindowAway();
  // A toast that goes away under the pointer never tells that the pointer has left.
  if (hovered && toasts.length === 0) setHovered(false);
  const paused = (hovered || away) && toasts.length > 0;
  const { startPause, endPause } = handlers;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the handlers change with every pause, and starting one twice would lose the time of the first.
  useEffect(() => {
    if (paused) startPause();
    else endPause();
  }, [paused]);

  return createPortal(
    <div
      className={styles.toasts}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
    >
      {toasts.map((toast) => (
        <ToastBar key={toast.id} toast={toast} />
      ))}
    </div>,
    portalRoot('toasts'),
  );
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
