import { useRef } from 'react';
import type { Payout } from '../../../contract/payouts.ts';
import { standingOf } from './standing.ts';

/** The prizes that were held when this page first showed them, or later, and no longer are. */
export function useMended(payouts: readonly Payout[]): ReadonlySet<string> {
  const held = useRef(new Set<string>());
  const mended = new Set<string>();
  for (const payout of payouts) {
    const standing = standingOf(payout);
    if (standing === 'held') held.current.add(payout.reference);
    else if (standing !== 'over' && held.current.has(payout.reference))
      mended.add(payout.reference);
  }
  return mended;
}
