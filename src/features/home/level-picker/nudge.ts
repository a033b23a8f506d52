import styles from './reason.module.css';

/** Shows and reads out the reason again. */
export function nudge(reason: HTMLElement | null): void {
  if (!reason) return;
  const { nudged = '' } = styles;
  reason.classList.remove(nudged);
  // Without a layout between them the browser would see no change.
  void reason.offsetWidth;
  reason.classList.add(nudged);
  reason.focus();
}
