import { useSyncExternalStore } from 'react';
import { type NetworkState, networkNow, subscribeReachability } from '../lib/reachability.ts';

/** The state of the connection: `none` if the server cannot be reached, `slow` if its replies come late. */
export function useNetwork(): NetworkState {
  return useSyncExternalStore(subscribeReachability, networkNow);
}

/** Whether the server can be reached, as far as the phone knows. */
export function useReachable(): boolean {
  return useNetwork() !== 'none';
}
