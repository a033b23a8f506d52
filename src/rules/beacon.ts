/**
 * The network quicknet of drand, a public beacon of random numbers that nobody can foresee or
 * choose. It gives one number every three seconds, identified by its round (draw.md#the-figure).
 */
const QUICKNET = { genesisMs: 1_692_803_367_000, everyMs: 3_000 };

/** How long before the figure's round the list is sealed, in ms. */
const AHEAD_MS = 1_800_000;

/** The figure that a draw uses by default if its list was sealed at this instant, in ms. */
export function beaconFigure(sealedAt: number): string {
  const { genesisMs, everyMs } = QUICKNET;
  const round = Math.ceil((sealedAt + AHEAD_MS - genesisMs) / everyMs) + 1;
  return `randomness of drand quicknet, round ${round}`;
}
