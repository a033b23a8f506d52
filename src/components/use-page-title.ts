import { useEffect } from 'react';

/** Names the page in the tab, the task switcher and for screen readers. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    const before = document.title;
    document.title = `${title} · Football Mastermind`;
    return () => {
      document.title = before;
    };
  }, [title]);
}
