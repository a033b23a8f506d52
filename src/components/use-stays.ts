import { useState } from 'react';

/** Whether a strip is shown: what it says of is so, or is being tried again. */
export function useStays(isSo: boolean, isBusy: boolean): boolean {
  const [stays, setStays] = useState(isSo);
  const next = isSo || (stays && isBusy);
  if (next !== stays) setStays(next);
  return next;
}
