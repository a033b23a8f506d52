/** A step of a table that goes by points: it holds from `fromPoints` on, until the next one. */
export type Tiered = { fromPoints: number };

/** Such a table, lowest step first; the first one holds from 0. */
export type Tiers<Tier extends Tiered> = readonly [Tier, ...Tier[]];

/** The step of a table that holds at these points. */
export function tierAt<Tier extends Tiered>(tiers: Tiers<Tier>, points: number): Tier {
  return tiers.filter(({ fromPoints }) => fromPoints <= points).at(-1) ?? tiers[0];
}

/** The most points at which the step at this index holds: without end for the last one. */
export function lastPointsOf(tiers: readonly Tiered[], index: number): number {
  return (tiers[index + 1]?.fromPoints ?? Number.POSITIVE_INFINITY) - 1;
}
