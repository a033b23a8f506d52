import { HOUSE, NETWORKS, type Network } from '../rules/networks.ts';

/** A network as its players see it. Its palette is `[data-brand="id"]` in the design tokens. */
export type Brand = Network;

/** Whether a text from outside names a brand. */
export function isBrandId(text: unknown): text is string {
  return NETWORKS.some(({ id }) => id === text);
}

/**
 * The brand to show: that of the player's network; where the network is not known, the one the
 * visit came with; else the build's.
 * @param network the session's network; `all` where nobody has said
 * @param visit what `?network=` asked for on this visit, `null` where it didn't
 * @param built the network that this copy of the app is built for
 */
export function brandOf(network: string, visit: string | null, built: string): Brand {
  const id = network === HOUSE.id ? (visit ?? built) : network;
  return NETWORKS.find((brand) => brand.id === id) ?? HOUSE;
}
