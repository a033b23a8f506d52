import { useLayoutEffect } from 'react';

/** While it is in use a pull down at the page's top loads nothing anew: a game would be interrupted. */
export function useContainedPull(): void {
  useLayoutEffect(() => {
    // The standard reads the root's value for the whole page, older browsers the body's.
    const page = [document.documentElement.style, document.body.style];
    for (const style of page) style.overscrollBehaviorY = 'contain';
    return () => {
      for (const style of page) style.overscrollBehaviorY = '';
    };
  }, []);
}
