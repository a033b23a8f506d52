import { useEffect } from 'react';

/** The title of the document itself: what the tab is called between two pages. */
const APP_TITLE = document.title;

/**
 * Names the page in the tab, the task switcher and for screen readers; a focus that was lost with
 * what stood there before goes to the heading.
 */
export function usePageStart(title: string): void {
  useEffect(() => {
    document.title = `${title} · Football Mastermind`;
    const heading = document.querySelector('h1');
    if (heading && document.activeElement === document.body) {
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    }
    return () => {
      document.title = APP_TITLE;
    };
  }, [title]);
}
