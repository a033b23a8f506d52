import { useEffect } from 'react';

/**
 * A page has come up: it is named in the tab, the task switcher and for screen readers, and where
 * the focus was lost with the page before, it goes to the heading.
 */
export function usePageStart(title: string): void {
  useEffect(() => {
    const before = document.title;
    document.title = `${title} · Football Mastermind`;
    const heading = document.querySelector('h1');
    if (heading && document.activeElement === document.body) {
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    }
    return () => {
      document.title = before;
    };
  }, [title]);
}
