import { useEffect, useLayoutEffect } from 'react';
import { useNavigationType } from 'react-router-dom';

/** The title of the document itself: what the tab is called between two pages. */
const APP_TITLE = document.title;

/** A focus that was lost with what it was on goes to the page's heading. */
export function findFocus(): void {
  const heading = document.querySelector('h1');
  if (!heading || document.activeElement !== document.body) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/**
 * Names the page in the tab, the task switcher and for screen readers; a focus that was lost with
 * what stood there before goes to the heading. A page that is opened begins at its top, one that
 * Back leads to where it was left.
 */
export function usePageStart(title: string): void {
  const isOpened = useNavigationType() !== 'POP';
  // Before a page goes to the part that its address names.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as it comes up.
  useLayoutEffect(() => {
    if (isOpened) document.documentElement.scrollTop = 0;
  }, []);
  useEffect(() => {
    document.title = `${title} · Football Mastermind`;
    findFocus();
    return () => {
      document.title = APP_TITLE;
    };
  }, [title]);
}
