import { useSyncExternalStore } from 'react';
import { isReachable, subscribeReachability } from '../lib/reachability.ts';

/** Whether the server can be reached, as far as is known. */
export function useReachable(): boolean {
  return useSyncExternalStore(subscribeReachability, isReachable);
}
