/**
 * Quicknet, a network of drand, publishes random numbers that nobody can foresee or choose. It
 * publishes a number every three seconds, and each number belongs to a numbered round
 * (draw.md#the-figure).
 */
const QUICKNET = { genesisMs: 1_692_803_367_000, everyMs: 3_000 };

/** The time from the sealing of the list to the round that gives the figure, in ms. */
const AHEAD_MS = 1_800_000;

/**
 * The figure that a draw uses by default, in words. `sealedAt` is when the draw's list was sealed,
 * in epoch milliseconds.
 */
export function beaconFigure(sealedAt: number): string {
  const { genesisMs, everyMs } = QUICKNET;
  const round = Math.ceil((sealedAt + AHEAD_MS - genesisMs) / everyMs) + 1;
  return `randomness of drand quicknet, round ${round}`;
}
