import { useState } from 'react';

/** Whether a strip is shown: what it says of is so, or is being tried again. */
export function useStays(isSo: boolean, isBusy: boolean): boolean {
  const [stays, setStays] = useState(isSo);
  const next = isSo || (stays && isBusy);
  if (next !== stays) setStays(next);
  return next;
}

/** The value as it is, or as it last was while it is to keep still: behind a dialog nothing moves. */
export function useStill<Value>(value: Value, isStill: boolean): Value {
  const [shown, setShown] = useState(value);
  if (!isStill && shown !== value) setShown(value);
  return shown;
}
