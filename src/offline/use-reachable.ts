import { useSyncExternalStore } from 'react';
import { isReachable, type Line, lineNow, subscribeReachability } from '../lib/reachability.ts';

/** Whether the server can be reached, as far as is known. */
export function useReachable(): boolean {
  return useSyncExternalStore(subscribeReachability, isReachable);
}

/** How the line is: `none` where the server cannot be reached, `slow` where its replies come late. */
export function useNetwork(): Line {
  return useSyncExternalStore(subscribeReachability, lineNow);
}
