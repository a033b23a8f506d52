import { HOUSE, NETWORKS, type Network } from '../rules/networks.ts';

/** A network as its players see it. Its palette is `[data-brand="id"]` in the design tokens. */
export type Brand = Network;

export function isBrandId(text: unknown): text is string {
  return NETWORKS.some(({ id }) => id === text);
}

/**
 * Gives the brand to show. If the player's `network` is known, it decides. If it is `all` (unknown),
 * the `visit`'s `?network=` decides. Without that, the brand is the network that this app is `built`
 * for.
 */
export function brandOf(network: string, visit: string | null, built: string): Brand {
  const id = network === HOUSE.id ? (visit ?? built) : network;
  return NETWORKS.find((brand) => brand.id === id) ?? HOUSE;
}
