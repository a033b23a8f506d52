import { useSyncExternalStore } from 'react';
import { type NetworkState, networkNow, subscribeReachability } from '../lib/reachability.ts';

/** How the line is: `none` where the server cannot be reached, `slow` where its replies come late. */
export function useNetwork(): NetworkState {
  return useSyncExternalStore(subscribeReachability, networkNow);
}

/** Whether the server can be reached, as far as is known. */
export function useReachable(): boolean {
  return useNetwork() !== 'none';
}
