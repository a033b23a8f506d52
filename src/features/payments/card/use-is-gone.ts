import { useEffect, useRef } from 'react';

/** Whether the dialog was closed; a ref, for what comes back after it. */
export function useIsGone() {
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  return isGone;
}
