/** A step of a table by points. It holds from `fromPoints` until the next step begins. */
export type Tiered = { fromPoints: number };

/** A table by points, the lowest step first. The first step begins at 0. */
export type Tiers<Tier extends Tiered> = readonly [Tier, ...Tier[]];

/** The step of a table that holds with these points. */
export function tierAt<Tier extends Tiered>(tiers: Tiers<Tier>, points: number): Tier {
  return tiers.filter(({ fromPoints }) => fromPoints <= points).at(-1) ?? tiers[0];
}

/** The most points at which the step at this index holds; infinite for the last step. */
export function lastPointsOf(tiers: readonly Tiered[], index: number): number {
  return (tiers[index + 1]?.fromPoints ?? Number.POSITIVE_INFINITY) - 1;
}
