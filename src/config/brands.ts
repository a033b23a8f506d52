import { HOUSE, NETWORKS, type Network } from '../rules/networks.ts';

/** A network as its players see it. Its palette is `[data-brand="id"]` in the design tokens. */
export type Brand = Network;

export function isBrandId(text: unknown): text is string {
  return NETWORKS.some(({ id }) => id === text);
}

/**
 * The brand to show: by the player's `network`; where that is `all` (unknown), by the `visit`'s
 * `?network=` (`null` without); else by the network this app is `built` for.
 */
export function brandOf(network: string, visit: string | null, built: string): Brand {
  const id = network === HOUSE.id ? (visit ?? built) : network;
  return NETWORKS.find((brand) => brand.id === id) ?? HOUSE;
}
