/**
 * The network quicknet of drand, a public beacon of random numbers that nobody can foresee or choose:
 * each three seconds one, known by the number of its round (draw.md#the-figure).
 */
const QUICKNET = { genesisMs: 1_692_803_367_000, everyMs: 3_000 };

/** How long before its round the figure's list is sealed, in ms. */
const AHEAD_MS = 1_800_000;

/** The figure that a draw takes whose list was sealed at an instant, in ms, where no other was named. */
export function beaconFigure(sealedAt: number): string {
  const { genesisMs, everyMs } = QUICKNET;
  const round = Math.ceil((sealedAt + AHEAD_MS - genesisMs) / everyMs) + 1;
  return `randomness of drand quicknet, round ${round}`;
}
