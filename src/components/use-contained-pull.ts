import { useLayoutEffect } from 'react';

/**
 * While this is in use, a pull down at the top of the page does not reload it. A reload would interrupt
 * a game.
 */
export function useContainedPull(): void {
  useLayoutEffect(() => {
    // The standard takes the root element's value for the whole page. Older browsers take the body's
    // value.
    const page = [document.documentElement.style, document.body.style];
    for (const style of page) style.overscrollBehaviorY = 'contain';
    return () => {
      for (const style of page) style.overscrollBehaviorY = '';
    };
  }, []);
}
