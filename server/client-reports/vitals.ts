import type { Vital } from '../../src/contract/client-reports.ts';

/** The bounds of each vital's buckets, good and poor as web.dev has them among them; CLS without a unit. */
export const VITAL_BOUNDS: Record<Vital, readonly number[]> = {
  LCP: [1000, 2500, 4000, 8000, 16_000],
  FCP: [1000, 1800, 3000, 6000, 12_000],
  INP: [100, 200, 500, 1000, 2000],
  TTFB: [400, 800, 1800, 3000, 6000],
  CLS: [0.02, 0.1, 0.25, 0.5],
};

/** The bucket of a value: its bound, or `+Inf`. */
export function bucketOf(name: Vital, value: number): string {
  return String(VITAL_BOUNDS[name].find((bound) => value <= bound) ?? '+Inf');
}
